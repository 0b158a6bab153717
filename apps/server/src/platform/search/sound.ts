import type * as Table from 'pinyin-pro'
import { hasSound, soundsIn, type Sounds } from '@kaibo/contract/kernel/sound.ts'

/** Kept: asked for anew with every text, the loader would take longer than the reading. */
let table: Promise<typeof Table> | undefined

/** A name's first character is also read as a surname. The table of sounds is large, and loaded when it is first needed. */
export async function soundsOf(text: string): Promise<Sounds> {
  if (!hasSound(text)) return { lines: [], whole: [] }
  const { pinyin } = await (table ??= import('pinyin-pro'))
  const how = { type: 'all', toneType: 'none', v: true } as const
  return soundsIn([pinyin(text, how), pinyin(text, { ...how, surname: 'head' })])
}
