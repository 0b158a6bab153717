// Writes the figures that come with the program, made of nothing but formulas: `npx tsx scripts/make-avatars.ts`
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LOOKS } from './avatar/looks.ts'
import { portraitOf } from './avatar/portrait.ts'
import { vrmOf } from './avatar/vrm.ts'

const folder = fileURLToPath(new URL('../apps/stage/src/models/', import.meta.url))
mkdirSync(folder, { recursive: true })
for (const look of LOOKS) {
  const file = vrmOf(look)
  writeFileSync(`${folder}${look.file}.vrm`, file)
  const picture = portraitOf(look)
  writeFileSync(`${folder}${look.file}.png`, picture)
  console.log(`${look.file}.png: ${picture.length} bytes`)
  console.log(`${look.file}.vrm: ${look.name}, ${file.length} bytes`)
}
