/* Which digits of a text message are its code. Platforms write them in many ways, and beside them years, amounts and telephone numbers. */

const NAMED =
  /验\s*证\s*码|校\s*验\s*码|(?:动态|确认|认证|授权)码|验证代码|验证密码|(?:动态|短信|一次性)(?:密码|口令)|(?<![a-z])(?:(?<!(?:zip|postal|area|promo|coupon) )(?:pass)?code|otp|one-time password)(?![a-z])/giu

/** Four to eight digits, together or in groups of one length: 482913, 482 913, 482-913, 48 29 13, 4 8 2 9 1 3. */
const DIGITS =
  /(?<![\d.])(?:\d{4,8}|\d{3}[ -]\d{3}|\d{2}(?: \d{2}){1,3}|\d(?: \d){3,7})(?![\d.]*\d)/gu
/** After these comes something else. */
const NOT_AFTER =
  /(?:尾号|尾数|序号|编号|账号|卡号|工号|订单|致电|拨打|电话|客服|热线|[¥￥$])[^\d\n]{0,2}$/u
/** Before these stands a day, a sum or a time. */
const NOT_BEFORE = /^(?:\s?[年元块次天]|\s?(?:分钟|小时|秒)|[-/]\d)/u

const NEAR = 12
const FAR = 24
/** What may stand between a name and its digits, the surest first. */
const NEXT_TO = new RegExp(`^[^\\d\\n]{0,${NEAR}}$`, 'u')
const NEXT_LINE = /^[\s:：]*$/u
const NO_DIGITS = /^[^\d\n]*$/u
const SAME_LINE = /^[^\n]*$/u

interface Part {
  from: number
  to: number
}

/** The code that a text message carries. */
export function codeIn(content: string): string | null {
  const text = content.normalize('NFKC')
  const names = partsOf(text, NAMED)
  const numbers = partsOf(text, DIGITS).filter(
    ({ from, to }) =>
      !NOT_AFTER.test(text.slice(Math.max(0, from - NEAR), from)) &&
      !NOT_BEFORE.test(text.slice(to, to + NEAR)),
  )
  const first = (isCode: (name: Part, number: Part) => boolean) =>
    names.flatMap((name) => numbers.find((number) => isCode(name, number)) ?? [])[0]
  const between = (left: Part, right: Part) =>
    right.from < left.to || right.from - left.to > FAR ? undefined : text.slice(left.to, right.from)
  const found =
    first((name, number) => isSaid(NEXT_TO, between(name, number))) ??
    first((name, number) => isSaid(NEXT_LINE, between(name, number))) ??
    first((name, number) => isSaid(NO_DIGITS, between(number, name))) ??
    first((name, number) => isSaid(SAME_LINE, between(name, number)))
  return found ? text.slice(found.from, found.to).replaceAll(/\D/gu, '') : null
}

const isSaid = (pattern: RegExp, gap: string | undefined): boolean =>
  gap !== undefined && pattern.test(gap)

const partsOf = (text: string, pattern: RegExp): Part[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }))
