import { createInterface } from 'node:readline'
import { openVoice, SAMPLE_RATE, VOICE, type Manner } from './espeak.ts'
import { wavOf } from './wav.ts'

/** Compiled by this, the first sentence of a listener is as fast as the others. */
const WARM_UP = '欢迎来到直播间，谢谢大家的支持'
/** Of more nothing could be said in time. */
const MAX_TEXT = 500

interface Wanted extends Manner {
  id: unknown
  text: string
}

const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const speak = await openVoice()
speak(WARM_UP)
tell({ ready: true, voice: VOICE, version: '0.3.5' })

for await (const line of createInterface(process.stdin)) answer(line)

function answer(line: string): void {
  let id: unknown = null
  try {
    const wanted = JSON.parse(line) as Wanted
    id = wanted.id
    tell({ id, ok: true, ...spoken(wanted) })
  } catch (error) {
    tell({ id, ok: false, why: error instanceof Error ? error.message : String(error) })
  }
}

function spoken({ text, rate, pitch }: Wanted) {
  if (typeof text !== 'string' || text.length > MAX_TEXT) throw new Error('no text, or too long')
  const { pcm, phonemes, words } = speak(text, { rate, pitch })
  const ms = Math.round((pcm.length / 2 / SAMPLE_RATE) * 1_000)
  return { wav: wavOf(pcm, SAMPLE_RATE).toString('base64'), ms, phonemes, words }
}
