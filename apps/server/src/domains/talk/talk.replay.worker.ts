import { createHash } from 'node:crypto'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { Replay } from '@kaibo/rules/replay.ts'
import { readPart } from '@kaibo/rules/tape.text.ts'
import { packsIn, suppliesOf } from './talk.supplies.ts'

/* A process of its own that plays one tape: it is ended whatever a tape or a rule makes of it. It asks for what it needs. */

export type ReplayAsk =
  | { need: 'set' }
  | { need: 'part'; index: number }
  | { need: 'pack'; hash: string }
export type ReplayTold = { result: string }

/** Answers to `ReplayAsk`: the set, a part with its key, a pack's body; nothing where there is no more. */
export interface ReplayGiven {
  set?: { rule_id: string; set: RuleSet }
  part?: { key: string; text: string }
  pack?: string
}

const given = (): Promise<ReplayGiven> =>
  new Promise(
    (resolve) => void process.once('message', (message) => resolve(message as ReplayGiven)),
  )

async function ask(question: ReplayAsk): Promise<ReplayGiven> {
  const answer = given()
  process.send?.(question)
  return answer
}

async function play(): Promise<string> {
  const { set } = await ask({ need: 'set' })
  const packs = new Map<string, string>()
  const replay = new Replay(suppliesOf(packs), suppliesOf(packs, set))
  let former: { key: string; isWhole: boolean } | undefined
  for (let index = 0; ; index++) {
    const { part: stored } = await ask({ need: 'part', index })
    if (!stored) break
    const { part, isWhole } = readPart(stored.text, former)
    former = { key: stored.key, isWhole }
    for (const hash of packsIn(part)) {
      const { pack } = packs.has(hash) ? {} : await ask({ need: 'pack', hash })
      if (pack !== undefined) packs.set(hash, pack)
    }
    replay.play(part)
  }
  const told = JSON.stringify(replay.told)
  const hash = createHash('sha256').update(told).digest('base64url')
  return JSON.stringify({ ...replay.told, hash })
}

process.on('disconnect', () => process.exit())
process.send?.({ result: await play() } satisfies ReplayTold)
