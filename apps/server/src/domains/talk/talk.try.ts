import { setImmediate as turn } from 'node:timers/promises'
import type { LiveState } from '@kaibo/contract/agent/frames.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { bundleOf, unchanged, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from '@kaibo/rules/bundle.ts'
import { Rehearsal, viewerOf } from '@kaibo/rules/rehearse.ts'
import { catalogueOf } from '#domains/lookup/game.ts'
import { withFiles } from '#domains/lookup/playables.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Platform } from '#platform/platform.ts'
import { roomOf } from './talk.binding.ts'
import { problemsOf } from './talk.problems.ts'
import { readSet } from './talk.shape.ts'
import * as store from './talk.store.ts'
import { readEvent } from './talk.try.event.ts'
import { decisionsOf, firedOf, readingsIn, Tally } from './talk.try.told.ts'

type Try = ParsedOf<typeof talkApi.test>
type Tried = DataOf<typeof talkApi.test>

export interface StateOfRoom {
  state: LiveState | null
  too_long?: true | undefined
}

export interface TryNeeds {
  byId: (q: Queryable<Tables>, actor: Actor, rule_id: string) => Promise<RuleRow>
  /** What a room on this PC remembers, of these sets and this viewer; nothing where the PC does not answer. */
  asks: {
    state(
      pc_id: string,
      of: { room_code: string; sets: string[]; user: string },
    ): Promise<StateOfRoom | undefined>
  }
}

type Room = Awaited<ReturnType<typeof roomOf>>

interface Tested {
  bundle: Bundle
  warnings: Words[]
}

/** After so many tries others have their turn, and after so long it is enough. */
const TRIES_A_TURN = 50
const LONG_ENOUGH_MS = 3_000

/** Rehearsals: the same rules as on air, on a fork. Nothing is written, sent to a room or remembered. */
export function createTry({ db, clock, ids }: Platform<Tables>, { byId, asks }: TryNeeds) {
  async function bundleIn(hash: string | null): Promise<Bundle> {
    const pack = hash === null ? undefined : await store.packOf(db.query, hash)
    return pack ? (JSON.parse(pack.body) as Bundle) : bundleOf([])
  }

  /** One set in the place that it has in the room, or all of the room. */
  async function tested(actor: Actor, { target }: Try, room: Room | undefined): Promise<Tested> {
    const inRoom = await bundleIn(room?.bundle_hash ?? null)
    const { rule_id, draft } = target
    if (rule_id === undefined) {
      if (target.room === 1 && room) return { bundle: inRoom, warnings: [] }
      throw invalid({ 'target.rule_id': words('请选择规则集', 'Choose a rule set') })
    }
    const row = await byId(db.query, actor, rule_id)
    const game_id = row.game?.id ?? null
    // Of another game than the room's it is tried with what its own game knows
    const catalogue = await catalogueOf(db.query, game_id)
    const isOfRoom = game_id === null || game_id === room?.game_id
    const bundle = isOfRoom ? inRoom : { ...inRoom, catalogue }
    const bound = bundle.sets.find(({ set }) => set.id === rule_id)
    const warnings: Words[] = bound || !room ? [] : [NOT_BOUND]
    const set = draft ? readSet(draft, 'target.draft') : bound?.set
    const tried = async (one: RuleSet): Promise<Tested> => {
      const alone = only(bundle, { ...one, id: rule_id })
      const files = await withFiles(db.query, alone.catalogue, row.org.id, [one])
      return { bundle: { ...alone, catalogue: files }, warnings }
    }
    if (set) return tried(set)
    const { draft_json } = await store.draftOf(db.query, rule_id)
    const live = row.live_v === null ? undefined : await liveOf(rule_id, row.live_v)
    if (!live) warnings.push(NOT_PUBLISHED)
    return tried(JSON.parse(live ?? draft_json) as RuleSet)
  }

  async function liveOf(rule_id: string, v: number): Promise<string> {
    const version = await store.versionOf(db.query, rule_id, v)
    if (!version) throw notFound(nouns.version)
    return version.set_json
  }

  async function stateOf(
    room: Room | undefined,
    of: { sets: string[]; user: string },
  ): Promise<LiveState | null> {
    if (!room) throw invalid({ room_code: words('请选择直播间', 'Choose a room') })
    const { pc_id, room_code } = room
    const answer = pc_id === null ? undefined : await asks.state(pc_id, { room_code, ...of })
    if (!answer) throw noAnswer()
    if (answer.too_long) throw fault(Code.unavailable, TOO_LONG)
    return answer.state
  }

  async function test({ input, actor, origin, signal }: Call<Try>): Promise<Tried> {
    if (input.state === 'live' && !actor.actions.has('room.look'))
      throw fault(Code.forbidden, MAY_NOT_LOOK, { need: 'room.look' })
    const { room_code } = input
    const room = room_code === undefined ? undefined : await roomOf(db.query, actor, room_code)
    const { bundle, warnings } = await tested(actor, input, room)
    const { event, vars } = readEvent(bundle.catalogue, {
      event: input.event,
      vars: input.vars ?? {},
    })
    const { rules, faults } = compileBundle(bundle)
    if (faults[0]) throw conflict(cannot(faults[0].message), { problems: problemsIn(bundle) })
    for (const { message } of problemsIn(bundle)) warnings.push(words(message, message))
    const user = viewerOf(event)
    const sets = bundle.sets.map(({ set }) => set.id)
    const live = input.state === 'live' ? await stateOf(room, { sets, user }) : null
    if (input.state === 'live' && !live) warnings.push(NOT_ON_AIR)
    const now = input.now ?? clock.now()
    const seed = input.seed ?? ids.next(now)
    const common = { 'sys.room_name': room?.name ?? '' }
    const moment = { now, vars: common, ...(live && { speech: live.speech }) }
    const { catalogue } = bundle
    const stage = staged(
      () => new Rehearsal({ rules, catalogue, moment, vars, state: live?.rules }, user),
    )
    const heard = { key: event.key, at: now, vars: event.vars }
    const first = stage.happen({ ...heard, id: seed }, true)
    if (first.length === 0) warnings.push(NOBODY_HEARS)
    const { runs = 1 } = input
    const tally = new Tally()
    tally.add(first)
    const until = performance.now() + LONG_ENOUGH_MS
    for (let run = 1; run < runs; run++) {
      if (run % TRIES_A_TURN === 0) await turn()
      if (signal.aborted || performance.now() > until) break
      tally.add(stage.happen({ ...heard, id: `${seed}:${run}` }, false))
    }
    return {
      fired: firedOf(first),
      decisions: decisionsOf(first),
      vars: readingsIn(first),
      warnings: [...new Set(warnings.map((one) => one[origin.lang]))],
      stats: runs > 1 ? tally.told : null,
      now,
      seed,
    }
  }

  return { test }
}

/** A state that cannot be read is none. */
function staged(begin: () => Rehearsal): Rehearsal {
  try {
    return begin()
  } catch {
    throw noAnswer()
  }
}

/** Alone, with what the room sets aside of it. */
function only(bundle: Bundle, set: RuleSet): Bundle {
  const bound = bundle.sets.find((one) => one.set.id === set.id)
  return { ...bundle, sets: [bound ? { ...bound, set } : unchanged(set)], answers: [] }
}

const problemsIn = ({ sets, catalogue }: Bundle) =>
  sets.flatMap(({ set }) => problemsOf(set, catalogue))

const noAnswer = () =>
  fault(
    Code.noAnswer,
    words('PC未响应，可选“从零开始”', 'The PC does not answer; “From the beginning” can be chosen'),
  )
const cannot = (message: string): Words =>
  words(`有问题，不能试演：${message}`, `It cannot be tried: ${message}`)

const NOT_BOUND = words(
  '这个直播间没有绑定此规则集，按绑定在这里试演',
  'The room is not bound to this set; it is tried as if it were',
)
const NOT_PUBLISHED = words('还没有发布，按草稿试演', 'Not published yet: the draft is tried')
const NOT_ON_AIR = words(
  '直播间没有在播，按从零开始试演',
  'The room is not on air: it is tried from the beginning',
)
const NOBODY_HEARS = words('没有规则听这个事件', 'No rule listens to this event')
const MAY_NOT_LOOK = words(
  '没有查看直播间的权限，可选“从零开始”',
  'You may not see rooms; “From the beginning” can be chosen',
)
const TOO_LONG = words(
  '直播间的状态太大，取不回来，可选“从零开始”',
  'The state of the room is too large; “From the beginning” can be chosen',
)
