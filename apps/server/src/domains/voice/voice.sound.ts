import { words } from '@kaibo/contract/kernel/words.ts'
import { faultOf, soundIn } from '@kaibo/voice/sound.ts'
import { EngineFault } from './voice.engine.ts'

export interface Heard {
  ms: number
  /** Decibels below full scale. */
  rms_db: number
  silent: boolean
  clipped: boolean
}

const SILENCE_DB = -120
/** Of 200 characters at half the speed; who says that it lasts longer has made something else, and the room would wait for it. */
const MAX_MS = 180_000

/** What a WAV sounds like. Throws where it is none. */
export function heardIn(wav: Buffer): Heard {
  const sound = soundIn(wav)
  if (!sound) throw new EngineFault(NO_WAV)
  assertLength(sound.ms)
  const fault = faultOf(sound)
  const rms_db = sound.rms > 0 ? Math.max(SILENCE_DB, 20 * Math.log10(sound.rms)) : SILENCE_DB
  return {
    ms: sound.ms,
    rms_db: Math.round(rms_db * 10) / 10,
    silent: fault === 'silent',
    clipped: fault === 'clipped',
  }
}

export function assertLength(ms: number): void {
  if (ms > MAX_MS) throw new EngineFault(TOO_LONG)
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

const TOO_LONG = words('返回的声音超过3分钟', 'What it answered lasts longer than 3 min')
const NO_WAV = words('返回的不是有效的WAV', 'What it answered is no valid WAV')
