import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { withBytes } from './upload.bytes.ts'
import { containerOf, type Container } from './upload.container.ts'
import { mp4Head } from './upload.mp4.ts'
import { refusedFile } from './upload.refused.ts'

/** What is known of a sound or a film. */
export interface Media {
  type: string
  /** Nothing where the file does not say. */
  ms: number | null
  width: number | null
  height: number | null
}

const MAX_MS = 4 * 3_600_000
const MAX_SIDE = 4_096
const AUDIO: readonly Container[] = ['audio/mpeg', 'audio/wav', 'audio/ogg']

/** A sound by its content: mp3, wav, ogg or m4a. */
export async function audioIn(path: string, filename: string): Promise<Media> {
  const container = await containerOf(path)
  const isSound = container && (AUDIO.includes(container) || container === 'video/mp4')
  const found = isSound ? await inspected(path, container) : undefined
  if (!isSound || !found?.audio || found.video) throw refusedFile(filename, NO_AUDIO)
  if (found.codec !== undefined && !HEARD.has(found.codec))
    throw refusedFile(filename, unplayable(found.codec, words('AAC或mp3', 'AAC or mp3')))
  const type = container === 'video/mp4' ? 'audio/mp4' : container
  return { type, ms: lengthOf(found.ms, filename), width: null, height: null }
}

/** What browsers play of the sounds in an m4a. */
const HEARD = new Set(['mp4a', 'Opus', 'fLaC'])
/** What browsers play, by its letters in an mp4 or its name in a webm. */
const PLAYED = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01', 'VP8', 'VP9', 'AV1'])

/** A film by its content: mp4 or webm, in an encoding that browsers play. */
export async function videoIn(path: string, filename: string): Promise<Media> {
  const container = await containerOf(path)
  const isFilm = container === 'video/mp4' || container === 'video/webm'
  const found = isFilm ? await inspected(path, container) : undefined
  if (!isFilm || !found?.video) throw refusedFile(filename, NO_VIDEO)
  const { codec, width, height } = found.video
  if (!PLAYED.has(codec))
    throw refusedFile(filename, unplayable(codec, words('H.264、VP9或AV1', 'H.264, VP9 or AV1')))
  if (width === 0 || height === 0) throw refusedFile(filename, CUT)
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw refusedFile(
      filename,
      words(`边长不能超过${MAX_SIDE}像素`, `must not be over ${MAX_SIDE} pixels a side`),
    )
  return { type: container, ms: lengthOf(found.ms, filename), width, height }
}

/** Of what is written piece by piece nobody knows how long it is. */
function lengthOf(ms: number | null, filename: string): number | null {
  if (ms === null) return null
  if (!(ms > 0)) throw refusedFile(filename, CUT)
  if (ms > MAX_MS)
    throw refusedFile(filename, words('不能长于4小时', 'must not be longer than 4 hours'))
  return Math.round(ms)
}

interface Inspected {
  ms: number | null
  audio: boolean
  /** Of the sound in an mp4. */
  codec?: string | undefined
  video: { codec: string; width: number; height: number } | null
}

function inspected(path: string, type: Container): Promise<Inspected | undefined> {
  return type === 'video/mp4' ? ofMp4(path) : byReader(path)
}

const ofMp4 = (path: string): Promise<Inspected | undefined> =>
  withBytes(path, async (bytes) => {
    const head = await mp4Head(bytes)
    if (!head) return undefined
    const { ms, sounds, films } = head
    return { ms, audio: sounds.length > 0, codec: sounds[0], video: films[0] ?? null }
  })

const WITHIN_MS = 20_000
const MEMORY_MB = 256

/** Read in a process of its own: it is ended where it takes too long or too much memory, whatever the file makes of the reader. */
function byReader(path: string): Promise<Inspected | undefined> {
  const args = [`--max-old-space-size=${MEMORY_MB}`, '--input-type=module', '-e', PROGRAM]
  const child = spawn(process.execPath, [...args, '--', READER, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { NODE_OPTIONS: '' },
    windowsHide: true,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
    const end = () => {
      clearTimeout(late)
      try {
        resolve(JSON.parse(said) as Inspected)
      } catch {
        resolve(undefined)
      }
    }
    child.on('close', end)
    child.on('error', end)
  })
}

const READER = pathToFileURL(createRequire(import.meta.url).resolve('music-metadata')).href

/** As text, so that no build needs a file for it. */
const PROGRAM = `
const [reader, path] = process.argv.slice(-2)
const { parseFile } = await import(reader)
const { format } = await parseFile(path, { duration: true, skipCovers: true, skipPostHeaders: true })
const tracks = format.trackInfo ?? []
const film = tracks.find((track) => track.video || track.type === 1)
process.stdout.write(JSON.stringify({
  ms: format.duration === undefined ? null : format.duration * 1000,
  audio: format.sampleRate !== undefined || tracks.some((track) => track.audio),
  video: film || format.hasVideo ? {
    codec: String(film?.codecName ?? ''),
    width: film?.video?.pixelWidth ?? 0,
    height: film?.video?.pixelHeight ?? 0,
  } : null,
}))
`

const unplayable = (codec: string, better: Words): Words =>
  words(
    `用了浏览器不能播放的编码${codec}，请转为${better.zh}`,
    `is encoded as ${codec}, which browsers do not play; use ${better.en}`,
  )
const NO_AUDIO: Words = words(
  '不是有效的音频，请用mp3、wav、ogg或m4a',
  'is no valid sound; use mp3, wav, ogg or m4a',
)
const NO_VIDEO: Words = words('不是有效的视频，请用mp4或webm', 'is no valid video; use mp4 or webm')
const CUT: Words = words('已损坏或不完整', 'is damaged or cut off')
