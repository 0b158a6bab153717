/* Sounds by formulas: of each instant, in seconds, how far the air is moved, from -1 to 1. */

export const RATE = 22_050

export type Wave = (t: number) => number

const AROUND = 2 * Math.PI

/** A tone that rings away; `parts` are the strengths of its harmonics. */
export const bell =
  (hertz: number, fades: number, parts: readonly number[] = [1, 0.4, 0.2]): Wave =>
  (t) =>
    t < 0
      ? 0
      : Math.exp(-t / fades) *
        parts.reduce(
          (sum, strength, k) =>
            sum + strength * Math.sin(AROUND * hertz * (k + 1) * t) * Math.exp((-t * k) / fades),
          0,
        )

/** A tone whose pitch goes from one to another over a time. */
export const glide =
  (from: number, to: number, seconds: number): Wave =>
  (t) => {
    const x = Math.min(t, seconds)
    const turns = from * x + ((to - from) * x * x) / (2 * seconds) + to * Math.max(0, t - seconds)
    return Math.sin(AROUND * turns)
  }

/** Noise: the same each time. A fold of how many samples each value lasts. */
export function noise(seed: number, fold = 1): Wave {
  return (t) => {
    let x = (Math.floor((t * RATE) / fold) * 2_654_435_761 + seed * 40_503) >>> 0
    x = Math.imul(x ^ (x >>> 16), 0x45d9f3b) >>> 0
    x = Math.imul(x ^ (x >>> 16), 0x45d9f3b) >>> 0
    return ((x ^ (x >>> 16)) >>> 0) / 2_147_483_648 - 1
  }
}

export const after =
  (seconds: number, wave: Wave): Wave =>
  (t) =>
    t < seconds ? 0 : wave(t - seconds)

export const mixed =
  (...waves: Wave[]): Wave =>
  (t) =>
    waves.reduce((sum, wave) => sum + wave(t), 0)

export const shaped =
  (wave: Wave, by: Wave): Wave =>
  (t) =>
    wave(t) * by(t)

/** Up in `rises` seconds, then away. */
export const swell =
  (rises: number, fades: number): Wave =>
  (t) =>
    t < rises ? t / rises : Math.exp(-(t - rises) / fades)

const PEAK = 0.7
/** Begins and ends without a click. */
const EDGE_S = 0.004

/** As WAV of one channel, 16 bits, with its loudest instant at `PEAK`. */
export function wavOf(wave: Wave, seconds: number): Buffer {
  const count = Math.round(seconds * RATE)
  const samples = Array.from({ length: count }, (_, i) => {
    const t = i / RATE
    return wave(t) * Math.min(1, t / EDGE_S, (seconds - t) / (10 * EDGE_S))
  })
  const loudest = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-9)
  const out = Buffer.alloc(44 + count * 2)
  out.write('RIFF', 0)
  out.writeUInt32LE(36 + count * 2, 4)
  out.write('WAVEfmt ', 8)
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(1, 22)
  out.writeUInt32LE(RATE, 24)
  out.writeUInt32LE(RATE * 2, 28)
  out.writeUInt16LE(2, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36)
  out.writeUInt32LE(count * 2, 40)
  samples.forEach((one, i) =>
    out.writeInt16LE(Math.round((one / loudest) * PEAK * 32_767), 44 + i * 2),
  )
  return out
}
