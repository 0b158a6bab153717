import type { Words } from './words.ts'
import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { field, says } from './field.ts'
import { hasHidden, hasLineBreakOrControl, isBlankToTheEye, turnsText } from './legible.ts'

const HALF_A_PAIR = /\p{Surrogate}/u

/** Holds half of a surrogate pair, left over where an emoji was cut in two. A database would store `\uFFFD` for it. */
export const isCut = (text: string) => HALF_A_PAIR.test(text)

/**
 * Characters that a line may not hold: those that break it, that turn the direction of neighbouring text, or that are
 * invisible and so make two names look the same. The text is refused rather than cleaned: what is stored is what was typed.
 */
const legible = [
  z.refine<string>(
    (text) => !isBlankToTheEye(text),
    says('{label}不能为空字符', '{label} must not be blank'),
  ),
  z.refine<string>(
    (text) => !hasLineBreakOrControl(text),
    says(
      '{label}含有换行或控制字符，请删除后重试',
      '{label} holds a line break or a control character; delete it and try again',
    ),
  ),
  z.refine<string>(
    (text) => !turnsText(text),
    says(
      '{label}含有改变文字方向的字符，请删除后重试',
      '{label} holds a mark that changes the direction of text; delete it and try again',
    ),
  ),
  z.refine<string>(
    (text) => !hasHidden(text),
    says(
      '{label}含有看不见的字符，请删除后重试',
      '{label} holds an invisible character; delete it and try again',
    ),
  ),
] as const

/** One line that must be filled in; spaces around it are not part of it. */
export const line = (label: Words, max: number) =>
  field(label, z.string().check(...legible, z.trim(), z.minLength(1), z.maxLength(max)))

/** One line that may be empty; empty when left out. */
export const maybeLine = (label: Words, max: number) =>
  z._default(field(label, z.string().check(...legible, z.trim(), z.maxLength(max))), '')

/** What people call a file: without any folder, and without what cannot be seen or turns text around. */
export const fileNameOf = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').trim()

/** The identifier of a row, as the server gave it. */
export const idOf = (label: Words) =>
  field(label, z.string().check(z.minLength(1), z.maxLength(64)))

export const phoneNumber = field(
  nouns.phone,
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^(\+?[0-9-]{5,20})?$/, says('{label}须为5-20位数字', '{label} must be 5-20 digits')),
    ),
)
/** Empty when left out. */
export const phone = z._default(phoneNumber, '')
