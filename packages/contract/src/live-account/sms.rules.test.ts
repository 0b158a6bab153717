import { expect, test } from 'vitest'
import { maskedPhone, phoneKey, withoutDigits } from './sms.rules.ts'

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

test('what is hidden is hidden in any script', () => {
  expect(withoutDigits('码 4８٣ Ⅳ½')).toBe('码 *** **')
  expect(withoutDigits('码 AB12CD，点 https://t.cn/A6x9Kq')).toBe(
    '码 ******，点 https://t.cn/******',
  )
  expect(maskedPhone('13812345678')).toBe('138****5678')
  expect(maskedPhone('12345')).toBe('****2345')
  expect(maskedPhone('')).toBe('')
})
