/**
 * What makes two ways to write a telephone number the same: its digits, without the country's prefix. Wide digits are digits as well;
 * signs that only look like digits are none. Nothing where that is no number.
 */
export function phoneKey(phone: string): string | null {
  const plain = phone.normalize('NFKC').replaceAll(/[\s()-]/g, '')
  const [, digits] = /^(?:\+|00)?(\d{5,20})$/.exec(plain) ?? []
  return digits?.replace(/^86(?=1\d{10}$)/, '') ?? null
}

const SHOWN_START = 3
const SHOWN_END = 4

/** `138****0000`; of a short number only its end. */
export function maskedPhone(phone: string): string {
  if (phone.length <= SHOWN_END) return '*'.repeat(phone.length)
  const end = phone.slice(-SHOWN_END)
  const start = phone.length > SHOWN_START + SHOWN_END ? phone.slice(0, SHOWN_START) : ''
  return `${start}****${end}`
}

/** Who sent a text: a person's number is masked, a company's says which platform it is. */
export const maskedSender = (sender: string): string =>
  /^1[3-9]\d{9}$/.test(phoneKey(sender) ?? '') ? maskedPhone(sender) : sender

/** A text with every digit hidden, whatever script it is written in, and the letters that stand with digits: `AB12CD` is a code too. */
export const withoutDigits = (text: string): string =>
  text.replaceAll(/[a-z]*\p{N}[a-z\p{N}]*/giu, (found) => '*'.repeat(Array.from(found).length))
