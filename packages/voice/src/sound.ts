/** What is in a WAV file. */
export interface Sound {
  ms: number
  /** Root mean square, of 0–1. */
  rms: number
  /** The share of samples that are as loud as can be. */
  clipped: number
}

const SILENT_RMS = 10 ** (-50 / 20)
const MAX_CLIPPED = 0.01
const FULL = 32_767 / 32_768
const PCM = 1
const FLOAT = 3

/** Nothing where it is no WAV of 16-bit or float samples. */
export function soundIn(wav: Buffer): Sound | undefined {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE')
    return undefined
  const chunks = chunksOf(wav)
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || format.length < 16 || !data) return undefined
  const channels = format.readUInt16LE(2)
  const rate = format.readUInt32LE(4)
  const read = reader(format.readUInt16LE(0), format.readUInt16LE(14))
  if (!read || channels === 0 || rate === 0) return undefined
  const count = Math.floor(data.length / read.bytes)
  let [squares, full] = [0, 0]
  for (let index = 0; index < count; index++) {
    const sample = read.at(data, index * read.bytes)
    squares += sample * sample
    if (Math.abs(sample) >= FULL) full += 1
  }
  return {
    ms: Math.round((count / channels / rate) * 1_000),
    rms: count === 0 ? 0 : Math.sqrt(squares / count),
    clipped: count === 0 ? 0 : full / count,
  }
}

/** Why viewers must not hear it; nothing where they may. */
export function faultOf({ rms, clipped }: Sound): 'silent' | 'clipped' | undefined {
  // Also what is no number
  if (!(rms >= SILENT_RMS)) return 'silent'
  return clipped > MAX_CLIPPED ? 'clipped' : undefined
}

function reader(kind: number, bits: number) {
  if (kind === PCM && bits === 16)
    return { bytes: 2, at: (data: Buffer, place: number) => data.readInt16LE(place) / 32_768 }
  if (kind === FLOAT && bits === 32)
    return { bytes: 4, at: (data: Buffer, place: number) => data.readFloatLE(place) }
  return undefined
}

/** No program writes more; of small ones some megabytes would take seconds. */
const MAX_CHUNKS = 64

/** A stream does not know its length when it begins: its last chunk goes to the end. */
function chunksOf(wav: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 12; at + 8 <= wav.length && chunks.size < MAX_CHUNKS;) {
    const bytes = wav.readUInt32LE(at + 4)
    chunks.set(wav.toString('latin1', at, at + 4), wav.subarray(at + 8, at + 8 + bytes))
    at += 8 + bytes + (bytes % 2)
  }
  return chunks
}
