import { readFileSync } from 'node:fs'

const bytes = (base64: string): Uint8Array => Buffer.from(base64, 'base64')

/** The sounds that come with the program (scripts/make-sounds.ts), by their paths. */
export const soundFiles: Readonly<Record<string, Uint8Array>> = {
  'sounds/ding.wav': bytes(readFileSync(new URL('./sounds/ding.wav', import.meta.url), 'base64')),
  'sounds/coin.wav': bytes(readFileSync(new URL('./sounds/coin.wav', import.meta.url), 'base64')),
  'sounds/sparkle.wav': bytes(
    readFileSync(new URL('./sounds/sparkle.wav', import.meta.url), 'base64'),
  ),
  'sounds/fanfare.wav': bytes(
    readFileSync(new URL('./sounds/fanfare.wav', import.meta.url), 'base64'),
  ),
  'sounds/applause.wav': bytes(
    readFileSync(new URL('./sounds/applause.wav', import.meta.url), 'base64'),
  ),
  'sounds/drum.wav': bytes(readFileSync(new URL('./sounds/drum.wav', import.meta.url), 'base64')),
  'sounds/whoosh.wav': bytes(
    readFileSync(new URL('./sounds/whoosh.wav', import.meta.url), 'base64'),
  ),
  'sounds/level-up.wav': bytes(
    readFileSync(new URL('./sounds/level-up.wav', import.meta.url), 'base64'),
  ),
}

/** By the ids of their assets. */
export const builtinSounds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(soundFiles).map((path) => [idOf(path), path]),
)

function idOf(path: string): string {
  return `builtin:${path.replace('sounds/', '').replace('.wav', '')}`
}
