import { readFileSync } from 'node:fs'
import { durationOf } from '@kaibo/rules/duration.ts'
import type { DemoRoom } from './demo.seed.ts'

/** A line of the script, and when the film has it said, from the film's beginning. */
export interface SaidLine {
  text: string
  at: number
  ms: number
}

const BEGINS_MS = 1_000
const PAUSE_MS = 800
const ENDS_MS = 1_200

/** What the anchor of a room says of its own accord. */
export const scriptOf = ({ actor }: Pick<DemoRoom, 'actor'>): string[] => [
  `我是${actor}，晚上好，欢迎来到直播间`,
  '喜欢的朋友点个关注，明天同一时间见',
]

/** The same as it is filmed. */
export function filmed(room: Pick<DemoRoom, 'actor'>): { said: SaidLine[]; ms: number } {
  const said: SaidLine[] = []
  let at = BEGINS_MS
  for (const text of scriptOf(room)) {
    const ms = Math.round(durationOf(text))
    said.push({ text, at, ms })
    at += ms + PAUSE_MS
  }
  return { said, ms: at - PAUSE_MS + ENDS_MS }
}

/**
 * What the stage of a room has recorded of it (scripts/make-films.ts), as a stage records. Each is read by its whole name: a build
 * puts the file's text in the place of the reading, and texts it can hold are base64.
 */
const FILMS: Readonly<Record<DemoRoom['film'], () => string>> = {
  rain: () => readFileSync(new URL('./films/rain.webm', import.meta.url), 'base64'),
  deer: () => readFileSync(new URL('./films/deer.webm', import.meta.url), 'base64'),
  story: () => readFileSync(new URL('./films/story.webm', import.meta.url), 'base64'),
}

export const filmOf = ({ film }: Pick<DemoRoom, 'film'>): Buffer =>
  Buffer.from(FILMS[film](), 'base64')
