import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import type { Mouth } from '@kaibo/contract/stage/scene.schema.ts'

/** By the first sound of a phoneme, stress left out; other consonants open the mouth a little. */
const SHAPES: readonly [RegExp, Mouth][] = [
  [/[aɑæ]/, 'aa'],
  [/^[yuw]/, 'ou'],
  [/o/, 'oh'],
  [/[ɛeəɜ]/, 'ee'],
  [/^[pbmf]/, 'shut'],
]

const STRESS = /[ˈˌ]/g

/** The mouth for a phoneme as eSpeak NG writes it; '' is silence. */
export function mouthOf(phoneme: string): Mouth {
  const sound = phoneme.replaceAll(STRESS, '')
  if (sound === '') return 'shut'
  return SHAPES.find(([pattern]) => pattern.test(sound))?.[1] ?? 'ih'
}

/** The mouth at an instant of a clip. */
export function mouthAt({ phonemes }: Pick<Marks, 'phonemes'>, ms: number): Mouth {
  const [, phoneme = ''] = phonemes.findLast(([at]) => at <= ms) ?? []
  return mouthOf(phoneme)
}

/** Below this a voice pauses; beyond the last it is loud. Root mean square, of 0–1. */
const LOUDNESS = [0.01, 0.05, 0.12] as const

/** The mouth for how loud it is, where a clip does not say what is heard. */
export function mouthOfLoudness(rms: number): Mouth {
  const [quiet, middle, loud] = LOUDNESS
  if (rms < quiet) return 'shut'
  if (rms < middle) return 'ih'
  return rms < loud ? 'ee' : 'aa'
}
