/** Puts a text into the clipboard. Answers whether it is there: a browser may refuse. */
export async function copyText(text: string): Promise<boolean> {
  // Over plain HTTP, as in `http://kaibo.lan`, a browser has none, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (!clipboard) return copySelected(text)
    await clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The way from before there was a clipboard: what is selected is copied. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  Object.assign(area.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    clipPath: 'inset(50%)',
  })
  // An open dialog does not let the focus go outside of it.
  const place = before?.closest('[role=dialog]') ?? document.body
  place.append(area)
  area.focus({ preventScroll: true })
  area.select()
  try {
    // Deprecated, and without HTTPS all there is.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
