import { Code } from '@kaibo/contract/facts/codes.ts'
import { TaskStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { DataOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { ReplayResult } from '@kaibo/contract/talk/talk.tape.schema.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { conflict, fault, notFound } from '#platform/fault.ts'
import type { Call } from '#platform/http/implement.ts'
import type { Job, Lease } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import { playInChild } from './talk.replay.child.ts'
import type { ReplayAsk, ReplayGiven } from './talk.replay.worker.ts'
import * as store from './talk.store.ts'
import { partsOfRun, tapedRuns, textOfPart } from './talk.tape.store.ts'

type Replayed = DataOf<typeof talkApi.replayed>

interface Needs {
  byId: (q: Queryable<Tables>, actor: Actor, rule_id: string) => Promise<RuleRow>
}

/** Of one person, at once. */
const MAX_OPEN = 2
const MAX_TRIES = 3
const EVERY_MS = 1_000
/** A replay that nobody has moved for so long was left by a server that ended. */
const STALE_MS = 60_000

/** Tapes played by other rules: asked for here, played by the job. */
export function createReplays({ db, clock, ids }: Platform<Tables>, { byId }: Needs) {
  /** Of a set that the caller may see. */
  async function find(actor: Actor, job_id: string) {
    const row = await db.query
      .selectFrom('rule_replay')
      .selectAll()
      .where('job_id', '=', job_id)
      .executeTakeFirst()
    if (!row) throw notFound(REPLAY)
    await byId(db.query, actor, row.rule_id)
    return row
  }

  async function setOf(rule_id: string, v: number | undefined): Promise<string> {
    if (v === undefined) return (await store.draftOf(db.query, rule_id)).draft_json
    const version = await store.versionOf(db.query, rule_id, v)
    if (!version) throw notFound(nouns.version)
    return version.set_json
  }

  return {
    async tapes({
      input,
      actor,
    }: Call<{ rule_id: string }>): Promise<DataOf<typeof talkApi.tapes>> {
      const { rule_id } = await byId(db.query, actor, input.rule_id)
      return { list: await tapedRuns(db.query, rule_id, actor.scope) }
    },

    async replay({ input, actor, audit }: Call<ParsedOf<typeof talkApi.replay>>) {
      const { rule_id, run_id, v } = input
      const rule = await byId(db.query, actor, rule_id)
      const run = await db.query
        .selectFrom('run')
        .select(['room_name', 'day'])
        .where('run_id', '=', run_id)
        .where(within(actor.scope, 'run.org_id'))
        .executeTakeFirst()
      if (!run) throw notFound(nouns.run)
      if ((await partsOfRun(db.query, run_id)).length === 0) throw conflict(NO_TAPE)
      const set_json = await setOf(rule_id, v)
      const now = clock.now()
      const job_id = ids.next(now)
      await db.transaction(async (trx) => {
        const { open } = await trx
          .selectFrom('rule_replay')
          .select((is) => is.fn.countAll<number>().as('open'))
          .where('by', '=', actor.uid)
          .where('status', '<>', TaskStatus.done)
          .executeTakeFirstOrThrow()
        if (open >= MAX_OPEN) throw fault(Code.tooMany, TWO)
        await trx
          .insertInto('rule_replay')
          .values({
            job_id,
            rule_id,
            run_id,
            by: actor.uid,
            set_json,
            status: TaskStatus.wait,
            pct: 0,
            tries: 0,
            result_json: null,
            fault: null,
            fault_en: null,
            created_at: now,
            updated_at: now,
          })
          .execute()
        audit({ target: rule.name, after: { run_id, v } })
      })
      return { job_id }
    },

    async replayed({ input, actor, origin }: Call<{ job_id: string }>): Promise<Replayed> {
      const row = await find(actor, input.job_id)
      const { job_id, status, pct, result_json } = row
      return {
        job_id,
        status,
        pct,
        result: result_json === null ? null : (JSON.parse(result_json) as ReplayResult),
        fault: origin.lang === 'en' ? row.fault_en : row.fault,
      }
    },

    async cancelReplay({ input, actor, audit }: Call<{ job_id: string }>): Promise<null> {
      const row = await find(actor, input.job_id)
      await db.transaction(async (trx) => {
        await trx
          .updateTable('rule_replay')
          .set({ status: TaskStatus.done, ...saying(CANCELLED), updated_at: clock.now() })
          .where('job_id', '=', row.job_id)
          .where('status', '<>', TaskStatus.done)
          .execute()
        audit({ target: row.job_id })
      })
      return null
    },
  }
}

/** Plays what waits, the oldest first; two at once, on whichever servers. */
export function createReplayJob({ db, clock, log }: Platform<Tables>): Job<Tables> {
  async function next(lease: Lease<Tables>) {
    const now = clock.now()
    return lease.transaction(async (trx) => {
      const row = await trx
        .selectFrom('rule_replay')
        .selectAll()
        .where((is) =>
          is.or([
            is('status', '=', TaskStatus.wait),
            is.and([is('status', '=', TaskStatus.doing), is('updated_at', '<', now - STALE_MS)]),
          ]),
        )
        .orderBy('job_id')
        .limit(1)
        .executeTakeFirst()
      if (!row) return undefined
      const isOver = row.tries >= MAX_TRIES
      const { numUpdatedRows } = await trx
        .updateTable('rule_replay')
        .set({
          status: isOver ? TaskStatus.done : TaskStatus.doing,
          tries: row.tries + 1,
          updated_at: now,
          ...(isOver && saying(FAILED)),
        })
        .where('job_id', '=', row.job_id)
        .where('updated_at', '=', row.updated_at)
        .where('tries', '=', row.tries)
        .executeTakeFirst()
      return isOver || numUpdatedRows === 0n ? 'again' : row
    })
  }

  async function play(lease: Lease<Tables>, row: Tables['rule_replay']): Promise<void> {
    const parts = await partsOfRun(db.query, row.run_id)
    const { room_id } = await db.query
      .selectFrom('run')
      .select('room_id')
      .where('run_id', '=', row.run_id)
      .executeTakeFirstOrThrow()
    const gone = new AbortController()
    let isRuleGone = false
    const set = { rule_id: row.rule_id, set: JSON.parse(row.set_json) as RuleSet }
    async function give(ask: ReplayAsk): Promise<ReplayGiven> {
      if (ask.need === 'set') return { set }
      if (ask.need === 'pack') {
        const pack = await store.packOf(db.query, ask.hash)
        if (pack) return { pack: pack.body }
        isRuleGone = true
        gone.abort()
        return {}
      }
      const part = parts[ask.index]
      const pct = Math.round((100 * ask.index) / Math.max(1, parts.length))
      if (!(await advance(lease, row.job_id, { pct }))) gone.abort()
      if (!part) return {}
      const text = await textOfPart(db.query, room_id, part.from_at)
      return { part: { key: String(part.from_at), text } }
    }
    const signal = AbortSignal.any([lease.signal, gone.signal])
    const result_json = await playInChild(give, signal)
    if (isRuleGone)
      return void (await advance(lease, row.job_id, {
        status: TaskStatus.done,
        ...saying(NO_RULES_LEFT),
      }))
    if (lease.signal.aborted || gone.signal.aborted) return
    const end = result_json === undefined ? saying(FAILED) : { result_json, pct: 100 }
    await advance(lease, row.job_id, { status: TaskStatus.done, ...end })
    if (result_json === undefined) log.error({ job_id: row.job_id }, 'a replay failed')
  }

  /** False where it was cancelled meanwhile. */
  const advance = (lease: Lease<Tables>, job_id: string, set: Partial<Tables['rule_replay']>) =>
    lease.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('rule_replay')
        .set({ ...set, updated_at: clock.now() })
        .where('job_id', '=', job_id)
        .where('status', '=', TaskStatus.doing)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })

  return {
    name: 'replay',
    called: words('规则回放', 'Replays of rules'),
    units: ['one', 'two'],
    everyMs: EVERY_MS,
    async work(lease) {
      const row = await next(lease)
      if (row === undefined) return 'done'
      if (row !== 'again') await play(lease, row)
      return 'more'
    },
  }
}

const saying = ({ zh, en }: Words) => ({ fault: zh, fault_en: en })

const REPLAY = words('回放', 'Replay')
const NO_TAPE = words(
  '这一场没有回放带：还没有开始记录，或已超过14天',
  'There is no tape of this run: none was recorded yet, or it is over 14 days ago',
)
const TWO = words('你有两个回放还没结束，请稍候', 'Two of your replays are not done yet; wait')
const NO_RULES_LEFT = words(
  '当时的规则已清理，这一场不能再回放',
  'The rules of then are not kept any more, so this run cannot be replayed',
)
const CANCELLED = words('已取消', 'Cancelled')
const FAILED = words(
  '回放没有做成，请稍后重试',
  'The replay did not come to an end; try again later',
)
