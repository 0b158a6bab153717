import { expect, test } from 'vitest'
import { codeIn, maskedPhone, phoneKey, withoutDigits } from './sms.rules.ts'

test.each([
  ['13800000000', '13800000000'],
  ['+86 138-0000-0000', '13800000000'],
  ['008613800000000', '13800000000'],
  ['１３８００００００００', '13800000000'],
  ['+1 (415) 555-0100', '14155550100'],
  ['86123', '86123'],
  // Signs that look like digits.
  ['l38OOOOOOOO', null],
  ['１３8٠٠٠٠٠٠٠٠', null],
  ['', null],
  ['1234', null],
])('%s is the number %s', (phone, key) => expect(phoneKey(phone)).toBe(key))

test.each([
  ['【抖音】验证码 482913，5分钟内有效，请勿泄露。', '482913'],
  ['【快手】您的动态码是：0417', '0417'],
  ['校验码12345678', '12345678'],
  ['４８２９１３ 是您的验证码', '482913'],
  ['您于2026年登录，验证码为 77880，尾号6789的账户', '77880'],
  ['G-123456 is your verification code', '123456'],
  ['【银行】您尾号6789的账户支出1000元', null],
  ['验证码已发送', null],
  ['验证码 123', null],
  ['验证码 123456789', null],
  ['', null],
])('of %s the code is %s', (content, code) => expect(codeIn(content)).toBe(code))

test('a long text takes no long time', () => {
  const began = performance.now()
  codeIn('验证码'.repeat(300) + 'x'.repeat(100))
  codeIn('1234 '.repeat(200))
  expect(performance.now() - began).toBeLessThan(100)
})

test('what is hidden is hidden in any script', () => {
  expect(withoutDigits('码 4８٣ Ⅳ½')).toBe('码 *** **')
  expect(maskedPhone('13812345678')).toBe('138****5678')
  expect(maskedPhone('12345')).toBe('****2345')
  expect(maskedPhone('')).toBe('')
})
