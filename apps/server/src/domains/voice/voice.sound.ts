import { words } from '@kaibo/contract/kernel/words.ts'
import { EngineFault } from './voice.engine.ts'

/** Below this nothing is heard. */
export const SILENT_DB = -50
/** Of all samples, where more are as loud as can be it cracks. */
const CLIPPED_SHARE = 0.01
const PCM = 1
const EXTENSIBLE = 0xfffe
const BITS = 16
const LOUDEST = 32_767

export interface Heard {
  ms: number
  /** Decibels below full scale. */
  rms_db: number
  silent: boolean
  clipped: boolean
}

/** What a WAV of 16-bit samples sounds like. Throws where it is none. */
export function heardIn(wav: Buffer): Heard {
  if (wav.length < 44 || wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE')
    throw new EngineFault(NO_WAV)
  const { rate, channels, data } = partsOf(wav)
  const samples = Math.floor(data.length / 2)
  let sum = 0
  let loud = 0
  for (let at = 0; at < samples; at++) {
    const sample = data.readInt16LE(at * 2)
    sum += sample * sample
    if (sample >= LOUDEST || sample <= -LOUDEST) loud++
  }
  const rms = samples === 0 ? 0 : Math.sqrt(sum / samples) / (LOUDEST + 1)
  const rms_db = rms === 0 ? -120 : Math.max(-120, 20 * Math.log10(rms))
  return {
    ms: Math.round((samples / channels / rate) * 1_000),
    rms_db: Math.round(rms_db * 10) / 10,
    silent: rms_db < SILENT_DB,
    clipped: samples > 0 && loud / samples > CLIPPED_SHARE,
  }
}

/** Chunk by chunk: some servers write others before the samples, or sizes of 0 or 0xffffffff because they stream. */
function partsOf(wav: Buffer): { rate: number; channels: number; data: Buffer } {
  let form: { rate: number; channels: number } | undefined
  for (let at = 12; at + 8 <= wav.length; ) {
    const name = wav.toString('latin1', at, at + 4)
    const size = wav.readUInt32LE(at + 4)
    const from = at + 8
    if (name === 'fmt ' && from + 16 <= wav.length) {
      const kind = wav.readUInt16LE(from)
      const channels = wav.readUInt16LE(from + 2)
      const rate = wav.readUInt32LE(from + 4)
      const bits = wav.readUInt16LE(from + 14)
      if ((kind !== PCM && kind !== EXTENSIBLE) || bits !== BITS || channels < 1 || rate < 1)
        throw new EngineFault(NO_PCM)
      form = { rate, channels }
    }
    if (name === 'data') {
      if (!form) break
      const isOpen = size === 0 || from + size > wav.length
      return { ...form, data: wav.subarray(from, isOpen ? wav.length : from + size) }
    }
    at = from + size + (size % 2)
  }
  throw new EngineFault(NO_WAV)
}

/** ID3, or the sync of a frame of MPEG audio layer 3. */
export function isMp3(bytes: Buffer): boolean {
  if (bytes.length < 128) return false
  if (bytes.toString('latin1', 0, 3) === 'ID3') return true
  const [first = 0, second = 0, third = 0] = bytes
  const isSync = first === 0xff && (second & 0xe0) === 0xe0
  const isLayer3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08
  return isSync && isLayer3 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c
}

const NO_WAV = words('返回的不是有效的WAV', 'What it answered is no valid WAV')
const NO_PCM = words('WAV须为16位PCM', 'The WAV must be of 16-bit PCM')
