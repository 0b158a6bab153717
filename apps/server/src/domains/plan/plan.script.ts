import { createHash } from 'node:crypto'
import { SCRIPT_FORMAT, type Script } from '@kaibo/contract/agent/script.schema.ts'
import type { Segment } from '@kaibo/contract/plan/plan.schema.ts'

/** The pack of what a plan says; nothing where it says nothing. */
export function scriptOf(
  segments: readonly Segment[],
  loop: boolean,
): { hash: string; body: string } | undefined {
  if (segments.length === 0) return undefined
  const script: Script = { script: SCRIPT_FORMAT, loop, pieces: [...segments] }
  const body = JSON.stringify(script)
  return { hash: createHash('sha256').update(body).digest('base64url'), body }
}
