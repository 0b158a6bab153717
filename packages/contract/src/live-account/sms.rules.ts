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

/** A text with every digit hidden, whatever script it is written in. */
export const withoutDigits = (text: string): string => text.replaceAll(/\p{N}/gu, '*')

const NAMED = '(?:验证码|校验码|动态码|验证代码|verification code|security code|code)'
const DIGITS = '(?<![\\d.])(\\d{4,8})(?![\\d.]*\\d)'
/** Right after what names it, else right before. */
const AFTER = new RegExp(`${NAMED}[^\\d]{0,12}?${DIGITS}`, 'iu')
const BEFORE = new RegExp(`${DIGITS}[^\\d]{0,12}?${NAMED}`, 'iu')

/** The code that a text message carries: four to eight digits beside the word for it. */
export function codeIn(content: string): string | null {
  const text = content.normalize('NFKC')
  return (AFTER.exec(text) ?? BEFORE.exec(text))?.[1] ?? null
}
