import { MAX_CLOCK_SKEW_MS, MIN_AGENT_VERSION } from '@kaibo/contract/agent/frames.ts'
import type { RoomConfig } from '@kaibo/contract/agent/frames.ts'
import type { Sentence } from '@kaibo/contract/facts/sentences.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { loginStateOf } from '@kaibo/contract/live-account/live-account.rules.ts'
import { ORG_DISABLED } from '@kaibo/contract/org/org.rules.ts'
import type { Preflight, PreflightItem } from '@kaibo/contract/room/room.schema.ts'
import { compileRules } from '@kaibo/rules/compile.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import type { HeardSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './room.store.ts'

const TITLES = {
  account: '直播账号',
  account_free: '账号未被占用',
  org: '公会',
  pc: 'PC客户端',
  pc_online: 'PC在线',
  pc_free: 'PC未被占用',
  pc_version: '客户端版本',
  clock: 'PC时钟',
  source: '事件来源',
  rules: '话术规则',
} as const satisfies Record<string, Sentence>
type Check = keyof typeof TITLES

const SKEW_WARN_MS = 5_000

/** Sources that need no platform: an audience that is made up or recorded. */
const MADE_UP = ['simulator', 'replay']

interface Ground {
  room: store.Room
  account: Tables['live_account']
  org: { name: string; enabled: number }
  pc: store.Pc | undefined
  /** The kinds of source the PC said it would use; none where it did not say. */
  sources: readonly string[]
}

/** Everything that must hold before a room may start, each with what was seen and what mends it. */
export function createPreflight({ db, seal }: Platform<Tables>, heardSince: HeardSince) {
  async function groundOf(room: store.Room): Promise<Ground> {
    const account = await store.accountById(db.query, room.account_id)
    if (!account) throw new Error(`room ${room.id} has no account`)
    const org = await store.orgById(db.query, room.org_id)
    const pc =
      room.pc_id === null ? undefined : await store.pcById(db.query, room.pc_id, heardSince())
    return { room, account, org, pc, sources: sourcesOf(pc) }
  }

  function checkAccount({ room, account, sources }: Ground): PreflightItem {
    const { nickname, platform_room_id, credentials_sealed } = account
    if (account.enabled !== 1) {
      return block('account', `账号「${nickname}」已停用`, '在直播账号中启用，或换一个账号')
    }
    const platform = account.platform
    // What cannot be opened is as good as not entered.
    const filled = { ...credentialsOf(seal, credentials_sealed), platform_room_id }
    if (loginStateOf(platform, filled) === 'ready')
      return pass('account', `账号「${nickname}」资料完整`)
    const evidence: Sentence = `账号「${nickname}」的平台凭据不完整`
    return room.mode === RoomMode.record || isMadeUp(sources)
      ? warn('account', `${evidence}，本次不连接平台`, '正式开播前补全平台凭据')
      : block('account', evidence, '在直播账号中补全平台凭据')
  }

  async function checkHeld(
    check: 'account_free' | 'pc_free',
    column: 'account_id' | 'pc_id',
    id: string | null,
    room: store.Room,
  ): Promise<PreflightItem> {
    const other = id === null ? undefined : await store.roomOnAirWith(db.query, column, id, room.id)
    if (!other) return pass(check, '空闲')
    const { name, room_code } = other
    return block(check, `正在直播间「${name}」（${room_code}）使用`, `先停播「${name}」`, {
      path: `/digital/actor?room=${room_code}`,
    })
  }

  return async function preflight(room: store.Room): Promise<Preflight> {
    const ground = await groundOf(room)
    const list = [
      checkAccount(ground),
      await checkHeld('account_free', 'account_id', room.account_id, room),
      checkOrg(ground),
      checkPc(ground),
      checkOnline(ground),
      await checkHeld('pc_free', 'pc_id', room.pc_id, room),
      checkVersion(ground),
      checkClock(ground),
      checkSource(ground),
      checkRules(room),
    ]
    return { ready: list.every((item) => item.level !== 'block'), list }
  }
}

const item = (
  check: Check,
  level: PreflightItem['level'],
  evidence: string,
  fix: PreflightItem['fix'],
): PreflightItem => ({ check, title: TITLES[check], level, evidence, fix })

const pass = (check: Check, evidence: Sentence) => item(check, 'pass', evidence, null)
const warn = (check: Check, evidence: Sentence, text: Sentence) =>
  item(check, 'warn', evidence, { text, path: null })
const block = (check: Check, evidence: Sentence, text: Sentence, fix: { path?: string } = {}) =>
  item(check, 'block', evidence, { text, path: fix.path ?? null })

function checkOrg({ org }: Ground): PreflightItem {
  return org.enabled === 1
    ? pass('org', `公会「${org.name}」`)
    : block('org', `公会「${org.name}」已停用`, ORG_DISABLED, { path: screens.sociatyAccount.path })
}

function checkPc({ room, pc }: Ground): PreflightItem {
  return pc
    ? pass('pc', `PC「${pc.name}」`)
    : block('pc', '未选择PC客户端', '编辑直播间，选择PC客户端', {
        path: `/digital/actor?room=${room.room_code}`,
      })
}

function checkOnline({ pc }: Ground): PreflightItem {
  if (pc?.presence === PcPresence.online) return pass('pc_online', '在线')
  if (pc?.presence === PcPresence.unknown)
    return block('pc_online', '正在重连', '服务器刚启动，请等该PC重新连接后再开播')
  const evidence = pc?.last_seen_at === null ? '从未连接' : '离线'
  return block('pc_online', pc ? evidence : '未选择PC客户端', '在该PC上启动客户端并检查网络')
}

function checkVersion({ pc }: Ground): PreflightItem {
  const version = pc?.agent_version
  if (!version) return block('pc_version', '尚未报告版本', '在该PC上启动客户端')
  return isAtLeast(version, MIN_AGENT_VERSION)
    ? item('pc_version', 'pass', version, null)
    : block('pc_version', `${version}，最低要求${MIN_AGENT_VERSION}`, '升级该PC的客户端')
}

/** By the three numbers; what follows a `-` or `+` does not count. */
function isAtLeast(version: string, least: string): boolean {
  const have = numbersOf(version)
  const want = numbersOf(least)
  for (const [i, wanted] of want.entries()) {
    const had = have[i] ?? 0
    if (Number.isNaN(had) || had < wanted) return false
    if (had > wanted) return true
  }
  return true
}

const numbersOf = (version: string) => version.split(/[-+]/, 1).join('').split('.').map(Number)

function checkClock({ pc }: Ground): PreflightItem {
  const skew = Math.abs(pc?.skew_ms ?? 0)
  const evidence: Sentence = `与服务器相差${(skew / 1000).toFixed(1)}秒`
  const fix = '在该PC上开启自动校时'
  if (skew > MAX_CLOCK_SKEW_MS) return block('clock', evidence, fix)
  return skew > SKEW_WARN_MS ? warn('clock', evidence, fix) : pass('clock', evidence)
}

function checkSource({ room, account, sources }: Ground): PreflightItem {
  if (room.mode === RoomMode.record) return pass('source', '录制模式，不连接平台')
  if (isMadeUp(sources)) {
    const evidence: Sentence = sources.includes('simulator')
      ? 'PC客户端用模拟观众，不连接平台'
      : 'PC客户端用录制的事件，不连接平台'
    // A demonstration has no platform, and of the others only Bilibili's events come by the PC.
    return room.is_demo === 1 || account.platform !== 'bilibili'
      ? pass('source', evidence)
      : warn('source', evidence, '以 --source auto 启动该PC的客户端')
  }
  if (account.platform !== 'bilibili') return pass('source', '由平台推送到服务器')
  return sources.length === 0 || sources.includes('bilibili')
    ? pass('source', '由PC连接哔哩哔哩开放平台')
    : block('source', '该PC的客户端不能连接哔哩哔哩', '以 --source auto 启动该PC的客户端')
}

function checkRules(room: store.Room): PreflightItem {
  const sets = JSON.parse(room.rules_json) as RoomConfig['rules']
  const result = compileRules(sets)
  if (result.ok) return pass('rules', `${sets.length}个规则集可用`)
  const [first] = result.errors
  return block('rules', first ? `${first.path}：${first.message}` : '规则有误', '修改话术规则')
}

const isMadeUp = (sources: readonly string[]) =>
  sources.length > 0 && sources.every((source) => MADE_UP.includes(source))

function sourcesOf(pc: Tables['pc'] | undefined): string[] {
  const facts = JSON.parse(pc?.facts_json ?? '{}') as { capabilities?: string[] }
  return (facts.capabilities ?? [])
    .filter((capability) => capability.startsWith('source:'))
    .map((capability) => capability.slice('source:'.length))
}
