import { AlarmMoment, AlarmType } from '@kaibo/contract/facts/enums.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor } from '#platform/auth/actor.ts'
import { afterCommit } from '#platform/db/ending.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import type { Job } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import type { Rollouts } from './talk.rollout.ts'
import { faultIn } from './talk.rollout.store.ts'
import * as store from './talk.watch.store.ts'

type Q = Queryable<Tables>

interface Needs {
  rollouts: Rollouts
  raise: (
    trx: Parameters<Rollouts['withdraw']>[0],
    room_ids: readonly string[],
    alarm: {
      kind: string
      type: typeof AlarmType.opera
      moment: typeof AlarmMoment.callError
      said: Words
    },
  ) => Promise<void>
}

const EVERY_MS = 30_000
const DAY_MS = 86_400_000
/** Fewer events say nothing of a share. */
const HEARD_ENOUGH = 200
const BAD_ENOUGH = 5
const TIMES_THE_OTHERS = 3
/** What is taken for usual where nothing else is known. */
const USUAL_SHARE = 0.02

/** Takes a version on trial out of its rooms by itself where it does worse there than the live one. */
export function createCanaryWatch(
  { db, clock, live, log }: Platform<Tables>,
  { rollouts, raise }: Needs,
): Job<Tables> {
  const tellLists = live.list(talkApi.list)
  return {
    name: 'canary',
    called: words('观察灰度', 'Watching trials'),
    units: ['all'],
    everyMs: EVERY_MS,
    async work(lease) {
      for (const { rule_id } of await store.rulesOnTrial(db.query)) {
        if (lease.signal.aborted) return 'more'
        await lease.transaction(async (trx) => {
          await hold(trx, 'talk_rule', 'rule_id', rule_id)
          const rule = await store.ruleOnTrial(trx, rule_id)
          const why = rule && (await whyNot(trx, rule, clock.now()))
          if (!why) return
          const { name, org_id, canary_v } = rule
          const rooms = await store.roomsOnTrial(trx, rule_id)
          await rollouts.withdraw(trx, rule_id, canary_v, null, why)
          const ids = rooms.map(({ id }) => id)
          await raise(trx, ids, {
            kind: 'canary',
            type: AlarmType.opera,
            moment: AlarmMoment.callError,
            said: words(
              `规则集「${name}」v${canary_v} 灰度已自动撤回：${why.zh}`,
              `v${canary_v} of the rule set “${name}” was withdrawn from its trial by itself: ${why.en}`,
            ),
          })
          afterCommit(trx, () => {
            log.warn({ rule_id, v: canary_v, why: why.zh }, 'a version on trial was withdrawn')
            tellLists(visitor, { id: rule_id, of: { org_ids: [org_id] } })
          })
        })
      }
      return 'done'
    },
  }
}

/** Why the version on trial must go; nothing where it does no worse than the others. */
async function whyNot(q: Q, rule: store.OnTrial, now: number): Promise<Words | undefined> {
  const broken = await store.openedBreaker(q, rule)
  if (broken) {
    const fault = wordsOf(ValueFault, broken.opened ?? '') ?? asIs(broken.opened ?? '')
    return words(
      `直播间「${broken.room_name}」的规则“${broken.node_name}”连续5次出错（${fault.zh}）`,
      `the rule “${broken.node_name}” failed five times in a row in “${broken.room_name}” (${fault.en})`,
    )
  }
  return (await packFault(q, rule)) ?? (await tooMuchTrouble(q, rule, now))
}

/** What a PC says is wrong with the pack, where it did not say the same before. */
async function packFault(q: Q, { rule_id, canary_at }: store.OnTrial): Promise<Words | undefined> {
  for (const { name, reported_json, reported_at, fault } of await store.roomsOnTrial(q, rule_id)) {
    const said = (reported_at ?? 0) >= canary_at ? faultIn(reported_json) : null
    if (said !== null && said !== fault)
      return words(
        `直播间「${name}」的客户端用不了这个版本：${said}`,
        `the PC of “${name}” cannot run it: ${said}`,
      )
  }
  return undefined
}

async function tooMuchTrouble(
  q: Q,
  { rule_id, canary_v, canary_at, live_v }: store.OnTrial,
  now: number,
): Promise<Words | undefined> {
  const tried = await store.troublesOf(q, { rule_id, v: canary_v }, canary_at, now)
  if (tried.heard < HEARD_ENOUGH || tried.bad < BAD_ENOUGH) return undefined
  const usual = live_v === null ? USUAL_SHARE : await shareOf(q, rule_id, live_v, canary_at, now)
  if (tried.bad / tried.heard <= TIMES_THE_OTHERS * usual) return undefined
  const [share, others] = [percent(tried.bad / tried.heard), percent(usual)]
  return words(
    `${tried.heard}个事件里有${tried.bad}个出错或含敏感词（${share}，其他直播间${others}）`,
    `${tried.bad} of ${tried.heard} events ended in an error or a forbidden word (${share}; elsewhere ${others})`,
  )
}

/** How much of what the live version heard in the other rooms went wrong meanwhile, else in the day before. */
async function shareOf(
  q: Q,
  rule_id: string,
  v: number,
  canary_at: number,
  now: number,
): Promise<number> {
  const others = await store.troublesOf(q, { rule_id, v }, canary_at, now)
  if (others.heard > 0) return others.bad / others.heard
  const before = await store.troublesOf(q, { rule_id, v }, canary_at - DAY_MS, canary_at)
  return before.heard > 0 ? before.bad / before.heard : USUAL_SHARE
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`
