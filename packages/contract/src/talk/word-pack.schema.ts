import * as z from 'zod/mini'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { WordLevel } from './words.enums.ts'

/* The words of one room, of all lists that count there, in one immutable piece that is known by its hash. */

export const WORDS_FORMAT = 1
/** Of one list. */
export const MAX_WORDS = 20_000
/** Of all lists of a room together. */
export const MAX_ROOM_WORDS = 60_000
export const WORD_LENGTH = 30
export const REPLACE_LENGTH = 30

const word = z.string().check(z.minLength(1), z.maxLength(WORD_LENGTH))

/** A word as a room is screened by it. */
export const ScreenedWord = z.strictObject({
  word,
  level: oneOf(WordLevel),
  /** What is said in its place; `＊` where nothing is given. */
  replace: z.optional(z.string().check(z.maxLength(REPLACE_LENGTH))),
  /** Also found where it is only written as it sounds. */
  sound: z.optional(z.literal(true)),
  /** Nothing but what is allowed everywhere takes it back. */
  locked: z.optional(z.literal(true)),
})
export type ScreenedWord = z.infer<typeof ScreenedWord>

export const AllowedWord = z.strictObject({ word, locked: z.optional(z.literal(true)) })
export type AllowedWord = z.infer<typeof AllowedWord>

export const WordPack = z.strictObject({
  format: z.literal(WORDS_FORMAT),
  words: z.array(ScreenedWord).check(z.maxLength(MAX_ROOM_WORDS)),
  allow: z.array(AllowedWord).check(z.maxLength(MAX_ROOM_WORDS)),
})
export type WordPack = z.infer<typeof WordPack>

export const NO_WORDS: WordPack = { format: WORDS_FORMAT, words: [], allow: [] }

/** Whose text a word was found in. */
export const WordSide = enumeration({
  said: ['said', '主播', 'Anchor'],
  heard: ['heard', '观众', 'Viewers'],
})
export type WordSide = ValueOf<typeof WordSide>
