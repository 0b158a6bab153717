import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { MAX_WHY_MS } from '@kaibo/contract/talk/talk.tape.schema.ts'
import type { RuleEvent } from '@kaibo/rules/event.ts'
import { TapePlayer } from '@kaibo/rules/tape.ts'
import { readPart } from '@kaibo/rules/tape.text.ts'
import type { Tables } from '#migrations/tables.ts'
import { invalid } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { roomOf } from './talk.binding.ts'
import * as store from './talk.store.ts'
import { packsIn, suppliesOf } from './talk.supplies.ts'
import { partsAround, tapedUntil, textOfPart, type StoredPart } from './talk.tape.store.ts'
import { decisionsOf } from './talk.try.told.ts'

type Why = ParsedOf<typeof talkApi.why>
type Because = DataOf<typeof talkApi.why>

export interface WhyNeeds {
  asks: { closeTape(pc_id: string, room_code: string): Promise<boolean> }
}

const MAX_EVENTS = 50
const DAY_MS = 86_400_000
/** What a PC has sent on request is stored within this time, or the answer does without. */
const STORED_WITHIN_MS = 2_000
const LOOK_EVERY_MS = 50
/** The clocks of a server and of its PCs agree this well: a tape that ends so little earlier goes as far as was asked. */
const CLOCKS_MS = 1_000

/** Why a room said nothing, or what it said: its tape once more, with everything noted. Nothing is changed by it. */
export function createWhy({ db, clock }: Platform<Tables>, { asks }: WhyNeeds) {
  /** Has the PC send its open part where the question reaches so far. */
  async function fetchOpen(room: Awaited<ReturnType<typeof roomOf>>, to_at: number): Promise<void> {
    const since = clock.now() - DAY_MS
    const isThere = async () => (await tapedUntil(db.query, room.id, since)) >= to_at - CLOCKS_MS
    if (room.pc_id === null || (await isThere())) return
    if (!(await asks.closeTape(room.pc_id, room.room_code))) return
    const until = performance.now() + STORED_WITHIN_MS
    while (performance.now() < until && !(await isThere()))
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }

  /** Nothing where the rules of then are not kept any more. */
  async function told(
    room_id: string,
    parts: readonly StoredPart[],
    isAsked: (event: RuleEvent) => boolean,
  ): Promise<Because['events'] | undefined> {
    const packs = new Map<string, string>()
    const player = new TapePlayer(suppliesOf(packs))
    const events: Because['events'] = []
    let former: { key: string; isWhole: boolean } | undefined
    for (const { from_at } of parts) {
      const { part, isWhole } = readPart(await textOfPart(db.query, room_id, from_at), former)
      former = { key: String(from_at), isWhole }
      for (const hash of packsIn(part)) {
        if (packs.has(hash)) continue
        const pack = await store.packOf(db.query, hash)
        if (!pack) return undefined
        packs.set(hash, pack.body)
      }
      player.begin(part, from_at)
      for (const input of part.inputs) {
        if (input.do === 'happen' && events.length < MAX_EVENTS && isAsked(input.event)) {
          const decisions = player.room.fork({ trace: true }).happen(input.event, input.moment)
          events.push(shown(input.event, decisionsOf(decisions)))
        }
        player.put(input)
      }
    }
    return events
  }

  return {
    async why({ input, actor, origin }: Call<Why>): Promise<Because> {
      const { room_code, from_at, to_at, event_id, user } = input
      if (to_at < from_at || to_at - from_at > MAX_WHY_MS) throw invalid({ to_at: TOO_LONG })
      if (event_id === undefined && user === undefined) throw invalid({ user: WHOSE })
      const room = await roomOf(db.query, actor, room_code)
      // What happens while the answer is made was not asked for
      const asked_to = Math.min(to_at, clock.now())
      await fetchOpen(room, asked_to)
      const parts = await partsAround(db.query, room.id, { from_at, to_at })
      const isAsked = ({ id, at, vars }: RuleEvent) =>
        event_id === undefined ? at >= from_at && at <= to_at && isOf(vars, user) : id === event_id
      const events = await told(room.id, parts, isAsked)
      if (!events) return { events: [], missing: NO_RULES_LEFT[origin.lang] }
      const until = parts.at(-1)?.to_at ?? 0
      const isFound = event_id !== undefined && events.length > 0
      const isAll = isFound || until >= asked_to - CLOCKS_MS
      const missing: Words | null = parts.length === 0 ? NO_TAPE : isAll ? null : NOT_ALL
      return { events, missing: missing && missing[origin.lang] }
    },
  }
}

const textIn = (vars: RuleEvent['vars'], key: string): string => String(vars[key] ?? '')

const isOf = (vars: RuleEvent['vars'], user = ''): boolean =>
  textIn(vars, USER_KEY) === user || textIn(vars, 'ev.user.name').includes(user)

const shown = (
  { id, key, at, vars }: RuleEvent,
  decisions: Because['events'][number]['decisions'],
): Because['events'][number] => ({
  event_id: id,
  event_key: key,
  at,
  user: textIn(vars, 'ev.user.name'),
  text: textIn(vars, 'ev.text') || textIn(vars, 'ev.gift.name'),
  decisions,
})

const TOO_LONG = words('一次最多查10分钟', 'Ten minutes at the most')
const WHOSE = words('请输入观众，或从时间轴选一个事件', 'Give a viewer, or choose an event')
const NO_TAPE = words(
  '这段时间没有回放带：直播间没有在播，或已超过14天',
  'There is no tape of this time: the room was not on air, or it is over 14 days ago',
)
const NO_RULES_LEFT = words(
  '当时的规则已清理，不能再判断一次',
  'The rules of then are not kept any more, so it cannot be judged again',
)
const NOT_ALL = words('最近几分钟还在PC上', 'The last minutes are still on the PC')
