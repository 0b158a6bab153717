import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Ended {
  code: number
  out: string
  err: string
}

/** Runs a program in an empty folder of its own, to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const cwd = mkdtempSync(join(tmpdir(), 'kaibo-empty-'))
  try {
    return await new Promise((resolve) => {
      execFile(program, args, { cwd, env: { ...process.env, ...env } }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      )
    })
  } finally {
    rmSync(cwd, { recursive: true })
  }
}
