// Writes the sounds that come with the program, made of nothing but formulas: `npx tsx scripts/make-sounds.ts`
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SOUNDS } from './sound/sounds.ts'
import { wavOf } from './sound/synth.ts'

const folder = fileURLToPath(new URL('../apps/stage/src/sounds/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const { file, seconds, wave } of SOUNDS) {
  const wav = wavOf(wave, seconds)
  writeFileSync(`${folder}${file}.wav`, wav)
  console.log(`${file}.wav: ${wav.length} bytes`)
}
