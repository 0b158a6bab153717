import { DataType } from '@kaibo/contract/facts/enums.ts'
import type { Camp } from '@kaibo/contract/game/game.schema.ts'
import type { CampScore, RoundFrame } from '@kaibo/contract/game/link.schema.ts'
import type { GamePayload } from '@kaibo/contract/live/event.ts'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import { SYSTEM_EVENTS } from '@kaibo/contract/talk/talk.events.ts'

type Declared = Catalogue['events'][number]

/** Raised by the PC client, whatever a game says. */
const RESERVED: ReadonlySet<string> = new Set(['round_start', 'round_end', 'countdown', 'lost'])

/** The event as its game's people declared it, or why it is none. */
export function declaredIn({ events }: Catalogue, key: string): Declared | string {
  if (RESERVED.has(key)) return `事件 ${key} 由客户端发出`
  return events.find((one) => one.key === `game.${key}`) ?? `没有事件 ${key}`
}

/** Why what a game says does not fit what was declared; nothing where it does. */
export function misfitIn({ label, variables }: Declared, payload: GamePayload): string | undefined {
  for (const [name, value] of Object.entries(payload)) {
    const variable = variables.find(({ key }) => key === `ev.${name}`)
    if (!variable) return `事件“${label}”没有字段 ${name}`
    const isNumber = variable.type === DataType.number
    if (typeof value !== (isNumber ? 'number' : 'string'))
      return `事件“${label}”的字段 ${name} 须为${isNumber ? '数字' : '文字'}`
  }
  return undefined
}

/** What operators read of it in the timeline. */
export function told({ label, variables }: Declared, payload: GamePayload): string {
  const said = variables.flatMap(({ key, label: name }) => {
    const value = payload[key.slice('ev.'.length)]
    return value === undefined ? [] : `${name} ${value}`
  })
  return said.length > 0 ? `${label}：${said.join('，')}` : label
}

/** The same of an event that the PC client raises. */
export const toldOfSystem = (key: string): string =>
  SYSTEM_EVENTS.get(`game.${key}`)?.label.zh ?? key

const scoreOf = (all: readonly CampScore[]) => Math.max(0, ...all.map(({ score }) => score))

interface Over {
  seq: number
  seconds: number
}

/** What a round's end says to rules. */
export function payloadOfEnd(
  { winner, camps, players }: Pick<RoundFrame, 'winner' | 'camps' | 'players'>,
  known: readonly Camp[],
  { seq, seconds }: Over,
): GamePayload {
  const best = [...players].sort((a, b) => b.score - a.score)[0]
  return {
    seq,
    seconds,
    winner: winner ?? '',
    winner_name: known.find(({ id }) => id === winner)?.name ?? '',
    score_win: camps.find(({ id }) => id === winner)?.score ?? scoreOf(camps),
    score_lose: scoreOf(camps.filter(({ id }) => id !== winner)),
    mvp_name: best?.nickname ?? '',
  }
}
