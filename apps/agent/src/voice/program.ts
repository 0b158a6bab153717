import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where the program that speaks is, seen from this one: as both are built here, and as they are unpacked on a PC. */
const BESIDE = ['../../speaker/dist/main.js', 'kaibo-speaker/main.js']

/** The program that speaks: the one that was named, or the one beside `main`. It may not be there. */
export function speakerFile(main: string, named: string | undefined): string {
  const beside = BESIDE.map((path) => join(dirname(main), path))
  return named ?? beside.find((path) => existsSync(path)) ?? beside[0] ?? ''
}
