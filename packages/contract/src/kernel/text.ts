import * as z from 'zod/mini'
import { field } from './field.ts'

/** One line that must be filled in; spaces around it are not part of it. */
export const line = (label: string, max: number) =>
  field(label, z.string().check(z.trim(), z.minLength(1), z.maxLength(max)))

/** One line that may be empty; left out, it is. */
export const maybeLine = (label: string, max: number) =>
  z._default(field(label, z.string().check(z.trim(), z.maxLength(max))), '')

/** The identifier of a row, as the server gave it. */
export const idOf = (label: string) =>
  field(label, z.string().check(z.minLength(1), z.maxLength(64)))

export const phoneNumber = field(
  '手机号',
  z.string().check(z.trim(), z.regex(/^(\+?[0-9-]{5,20})?$/, '{label}须为5-20位数字')),
)
/** May be left out, and is then empty. */
export const phone = z._default(phoneNumber, '')
