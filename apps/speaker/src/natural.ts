// Speaks by the model in the folder that it is started in. Whatever is wrong with a model may end it: it is a process of its own.
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { configOf } from './model.ts'
import { pcmOf, wavOf } from './wav.ts'

/** Of more nothing could be said in time. */
const MAX_TEXT = 500
const VERSION = '1.13.8'
/** What the engine leaves out, and a pause as long that it knows. */
const PAUSES: readonly [RegExp, string][] = [
  [/[；;]/g, '。'],
  [/[：:]/g, '，'],
]

interface Wanted {
  id: unknown
  text: string
  /** Which of the model's speakers, from 0. */
  speaker: number
  speed: number
}

const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

// What it lacks still is said before, because either may end it: an engine that is half installed, a model that is damaged
tell({ ready: false, why: 'engine' })
const { default: sherpa } = await import('sherpa-onnx-node')
tell({ ready: false, why: 'model' })
// Never the calls that wait: they end the process where a model or a text is not as it should be
const model = await sherpa.OfflineTts.createAsync(configOf(readdirSync('.')))
tell({ ready: true, voice: 'natural', version: VERSION, speakers: model.numSpeakers })

let answered = Promise.resolve()
createInterface(process.stdin)
  .on('line', (line) => {
    answered = answered.then(() => answer(line))
  })
  .on('close', () => void answered.then(leave))

/** Once all is said: the engine's threads would keep it. */
function leave(): void {
  process.stdout.write('', () => process.exit())
}

async function answer(line: string): Promise<void> {
  let id: unknown = null
  try {
    const wanted = JSON.parse(line) as Wanted
    id = wanted.id
    tell({ id, ok: true, ...(await spoken(wanted)) })
  } catch (error) {
    tell({ id, ok: false, why: error instanceof Error ? error.message : String(error) })
  }
}

async function spoken({ text, speaker, speed }: Wanted) {
  if (typeof text !== 'string' || text.length > MAX_TEXT) throw new Error('no text, or too long')
  if (!Number.isInteger(speaker) || speaker < 0 || speaker >= model.numSpeakers)
    throw new Error('no such speaker')
  const began = performance.now()
  let first_ms: number | undefined
  const said = PAUSES.reduce((whole, [letter, pause]) => whole.replaceAll(letter, pause), text)
  const { samples, sampleRate } = await model.generateAsync({
    text: said,
    sid: speaker,
    speed,
    enableExternalBuffer: false,
    onProgress() {
      first_ms ??= performance.now() - began
      return true
    },
  })
  const ms = Math.round((samples.length / sampleRate) * 1_000)
  const wav = wavOf(pcmOf(samples), sampleRate).toString('base64')
  return { wav, ms, first_ms: Math.round(first_ms ?? performance.now() - began) }
}
