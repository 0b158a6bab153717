import { createHash } from 'node:crypto'
import { tugWarCatalogue, tugWarPart } from '@kaibo/contract/game/tug-war.ts'
import type { Launch } from '@kaibo/contract/game/game.schema.ts'
import { bundleOf, unchanged, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'

/** A rule that listens to what the game says, as a room with 拔河 has. */
const set: RuleSet = {
  id: 'bench',
  name: '测速',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '测速',
    enabled: 1,
    triggers: [{ event: 'game.near_win' }],
    hit: 'all',
    children: [
      {
        id: 'near',
        type: 'son',
        name: '快赢了',
        enabled: 1,
        policy: { cooldown: { ms: 10_000, scope: 'room', on_hit: 'drop' } },
        actions: [
          { kind: 'say', templates: [{ text: '{{ev.camp_name}}快赢了', weight: 1 }], no_repeat: 0 },
        ],
      },
    ],
  },
}

export function tugWarPack(launch?: Launch): { hash: string; body: string } {
  const part = tugWarPart('bench')
  const bundle: Bundle = {
    ...bundleOf([unchanged(set)]),
    catalogue: tugWarCatalogue,
    game: launch ? { ...part, launch } : part,
  }
  const body = JSON.stringify(bundle)
  return { body, hash: createHash('sha256').update(body).digest('base64url') }
}
