import { after, bell, glide, mixed, noise, shaped, swell, type Wave } from './synth.ts'

interface Sound {
  file: string
  seconds: number
  wave: Wave
}

const C5 = 523.25
const [E5, G5, C6, E6, G6] = [659.26, 783.99, 1046.5, 1318.5, 1568]

const run = (notes: readonly number[], step: number, fades: number): Wave =>
  mixed(...notes.map((hertz, index) => after(index * step, bell(hertz, fades))))

/** Many hands, each clapping at its own pace. */
function hands(): Wave {
  const claps = Array.from({ length: 70 }, (_, index) => {
    const at = 0.05 + ((index * 0.754_877) % 1) * 1.35
    const strong = 0.5 + 0.5 * ((index * 0.569_84) % 1)
    return after(
      at,
      shaped(noise(index, 1 + (index % 3)), (t) => strong * Math.exp(-t / 0.018)),
    )
  })
  return shaped(mixed(...claps), (t) => Math.min(1, t / 0.15, (1.7 - t) / 0.6))
}

const hit = (at: number, strong: number): Wave =>
  after(
    at,
    mixed(
      shaped(glide(150, 62, 0.09), (t) => strong * Math.exp(-t / 0.14)),
      shaped(noise(7), (t) => 0.25 * strong * Math.exp(-t / 0.03)),
    ),
  )
const drums = (): Wave =>
  mixed(hit(0, 0.8), hit(0.16, 0.6), hit(0.32, 0.8), hit(0.48, 1), hit(0.56, 1))

const brass = [1, 0.7, 0.55, 0.4, 0.25, 0.15]
const horn = (hertz: number, seconds: number): Wave =>
  shaped(
    (t) => brass.reduce((sum, a, k) => sum + a * Math.sin(2 * Math.PI * hertz * (k + 1) * t), 0),
    (t) => Math.min(1, t / 0.02) * (t < seconds ? 1 : Math.exp(-(t - seconds) / 0.05)),
  )

/** The sounds that come with the program. */
export const SOUNDS: readonly Sound[] = [
  { file: 'ding', seconds: 0.9, wave: mixed(bell(E6, 0.22), after(0.14, bell(C6, 0.3))) },
  {
    file: 'coin',
    seconds: 0.6,
    wave: mixed(
      shaped(bell(987.8, 0.2), (t) => (t < 0.08 ? 1 : 0)),
      after(0.08, bell(E6, 0.18)),
    ),
  },
  { file: 'sparkle', seconds: 1.1, wave: run([C6, E6, G6, 2093, 2637, 3136], 0.07, 0.16) },
  {
    file: 'fanfare',
    seconds: 1.3,
    wave: mixed(
      horn(C5 / 2, 0.12),
      after(0.16, horn(C5 / 2, 0.12)),
      after(0.32, horn(G5 / 2, 0.14)),
      after(0.5, horn(C5, 0.5)),
    ),
  },
  { file: 'applause', seconds: 1.7, wave: hands() },
  { file: 'drum', seconds: 1, wave: drums() },
  { file: 'whoosh', seconds: 0.7, wave: shaped(mixed(noise(3, 2), noise(5, 5)), swell(0.3, 0.11)) },
  { file: 'level-up', seconds: 1, wave: run([C5, E5, G5, C6, G5, C6], 0.09, 0.17) },
]
