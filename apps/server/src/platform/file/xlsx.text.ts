/** Letters that no XML 1.0 document may hold. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A bare carriage return would be read as a line feed.
  '\r': '&#13;',
}

export const escapeXml = (text: string): string =>
  text
    .replaceAll(FORBIDDEN, '\ufffd')
    .replaceAll(/[&<>\r]/g, (letter) => ENTITIES[letter] ?? letter)

/** For the value of an attribute. */
export const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;')

/** Whether a spreadsheet would compute the text if it were typed into a cell or read from a CSV. */
export const readsAsFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text)
