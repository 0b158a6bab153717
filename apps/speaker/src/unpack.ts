// Unpacks a model: `node unpack.js ARCHIVE FOLDER`. A process of its own, so that an archive that was made to harm can harm nothing else.
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { ArchiveFault, modelFiles } from './archive.ts'

const READ_BYTES = 1_048_576

const [archive = '', folder = ''] = process.argv.slice(2)
let files = 0
try {
  for (const { name, content } of modelFiles(read(archive))) {
    const path = join(folder, name)
    fs.mkdirSync(dirname(path), { recursive: true })
    write(path, content)
    files += 1
  }
  tell({ ok: true, files })
} catch (error) {
  if (error instanceof ArchiveFault) tell({ ok: false, why: error.why, file: error.file })
  else tell({ ok: false, why: 'disk', file: codeOf(error) })
}

/** Without its message, which has paths of this machine in it. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function tell(line: object): void {
  fs.writeSync(1, `${JSON.stringify(line)}\n`)
}

function* read(path: string): Generator<Uint8Array> {
  const file = fs.openSync(path, 'r')
  try {
    for (;;) {
      const chunk = Buffer.alloc(READ_BYTES)
      const bytes = fs.readSync(file, chunk)
      if (bytes === 0) return
      yield chunk.subarray(0, bytes)
    }
  } finally {
    fs.closeSync(file)
  }
}

function write(path: string, content: Iterable<Uint8Array>): void {
  // What is there already is not written over
  const file = fs.openSync(path, 'wx', 0o644)
  try {
    for (const chunk of content) {
      for (let at = 0; at < chunk.length;) at += fs.writeSync(file, chunk, at)
    }
  } finally {
    fs.closeSync(file)
  }
}
