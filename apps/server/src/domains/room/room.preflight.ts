import { nouns } from '@kaibo/contract/facts/nouns.ts'
import {
  about,
  asIs,
  bracketed,
  listed,
  words,
  type Lang,
  type Words,
} from '@kaibo/contract/kernel/words.ts'
import { MAX_CLOCK_SKEW_MS, MIN_AGENT_VERSION } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { AuthExpireStatus, RoomMode } from '@kaibo/contract/facts/enums.ts'
import { loginStateOf } from '@kaibo/contract/live-account/live-account.rules.ts'
import { ORG_DISABLED } from '@kaibo/contract/org/org.rules.ts'
import type { Preflight, PreflightItem } from '@kaibo/contract/room/room.schema.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { AnchorChecked, RoomContext } from './room.context.ts'
import { checkDraws } from './room.preflight.draw.ts'
import { checkPlans } from './room.preflight.plan.ts'
import * as store from './room.store.ts'

const TITLES = {
  account: nouns.liveAccount,
  account_free: words('账号未被占用', 'Account free'),
  org: nouns.org,
  pc: nouns.pc,
  pc_online: words('PC在线', 'PC online'),
  pc_free: words('PC未被占用', 'PC free'),
  pc_version: words('客户端版本', 'PC’s version'),
  clock: words('PC时钟', 'PC’s clock'),
  source: words('事件来源', 'Source of events'),
  rules: words('话术规则', 'Talk rules'),
  licence: words('形象与音色授权', 'Licences of actor and voice'),
  scene: words('画面', 'Scene'),
  plan: nouns.plan,
  draw: nouns.draw,
} as const satisfies Record<string, Words>
type Check = keyof typeof TITLES

const SKEW_WARN_MS = 5_000

/** Sources without a platform: a simulated or recorded audience. */
const MADE_UP = ['simulator', 'replay']

/** One check, in both languages. */
interface Item extends Omit<PreflightItem, 'title' | 'evidence' | 'fix'> {
  title: Words
  evidence: Words
  fix: { text: Words; path: string | null } | null
}

export interface Checked {
  ready: boolean
  list: Item[]
}

/** The result in the reader's language. */
export const inLanguage = ({ ready, list }: Checked, lang: Lang): Preflight => ({
  ready,
  list: list.map(({ title, evidence, fix, ...rest }) => ({
    ...rest,
    title: title[lang],
    evidence: evidence[lang],
    fix: fix && { text: fix.text[lang], path: fix.path },
  })),
})

/** Why a room cannot start. */
export const reasonsIn = ({ list }: Checked): Words =>
  listed(
    list
      .filter(({ level }) => level === 'block')
      .map(({ title, evidence }) => bracketed(title, evidence)),
  )

interface Facts {
  room: store.Room
  account: Tables['live_account']
  org: { name: string; enabled: number }
  pc: store.Pc | undefined
  /** The kinds of source the PC said it would use; none where it did not say. */
  sources: readonly string[]
}

/** The checks before a start, each with what was found and how to fix it. */
export function createPreflight(
  { db, seal }: Platform<Tables>,
  {
    link: { heardSince },
    rules,
    anchors,
    instant,
  }: Pick<RoomContext, 'link' | 'rules' | 'anchors' | 'instant'>,
) {
  async function factsOf(room: store.Room): Promise<Facts> {
    const account = await store.accountById(db.query, room.account_id)
    if (!account) throw new Error(`room ${room.id} has no account`)
    const org = await store.orgById(db.query, room.org_id)
    const pc =
      room.pc_id === null ? undefined : await store.pcById(db.query, room.pc_id, heardSince())
    return { room, account, org, pc, sources: sourcesOf(pc) }
  }

  function checkAccount({ room, account, sources }: Facts): Item {
    const { nickname, platform_room_id, credentials_sealed } = account
    if (account.enabled !== 1) {
      return block(
        'account',
        words(`账号「${nickname}」已停用`, `The account “${nickname}” is disabled`),
        words('在直播账号中启用，或换一个账号', 'Enable it under live accounts, or choose another'),
      )
    }
    const platform = account.platform
    // Credentials that cannot be decrypted count as not entered.
    const filled = { ...credentialsOf(seal, credentials_sealed), platform_room_id }
    if (loginStateOf(platform, filled) === 'ready')
      return pass(
        'account',
        words(`账号「${nickname}」资料完整`, `The account “${nickname}” is complete`),
      )
    const evidence = words(
      `账号「${nickname}」的平台凭据不完整`,
      `The account “${nickname}” lacks platform credentials`,
    )
    return room.mode === RoomMode.record || isMadeUp(sources)
      ? warn(
          'account',
          words(
            `${evidence.zh}，本次不连接平台`,
            `${evidence.en}; the platform is not used this time`,
          ),
          words(
            '正式开播前补全平台凭据',
            'Complete the platform credentials before going on air for real',
          ),
        )
      : block(
          'account',
          evidence,
          words(
            '在直播账号中补全平台凭据',
            'Complete the platform credentials under live accounts',
          ),
        )
  }

  async function checkHeld(
    check: 'account_free' | 'pc_free',
    column: 'account_id' | 'pc_id',
    id: string | null,
    room: store.Room,
  ): Promise<Item> {
    const other = id === null ? undefined : await store.roomOnAirWith(db.query, column, id, room.id)
    if (!other) return pass(check, words('空闲', 'Free'))
    const { name, room_code } = other
    return block(
      check,
      words(
        `正在直播间「${name}」（${room_code}）使用`,
        `In use by the room “${name}” (${room_code})`,
      ),
      words(`先停播「${name}」`, `Stop “${name}” first`),
      {
        path: `/digital/actor?room=${room_code}`,
      },
    )
  }

  async function checkRules({ bundle_hash }: store.Room): Promise<Item> {
    const { sets, fault } =
      bundle_hash === null ? { sets: 0, fault: null } : await rules.check(bundle_hash)
    return fault
      ? block(
          'rules',
          about(asIs(fault.path), asIs(fault.message)),
          words('修改话术规则', 'Mend the talk rules'),
        )
      : pass('rules', words(`${sets}个规则集可用`, `Rule sets in order: ${sets}`))
  }

  return async function preflight(room: store.Room): Promise<Checked> {
    const facts = await factsOf(room)
    const list = [
      checkAccount(facts),
      await checkHeld('account_free', 'account_id', room.account_id, room),
      checkOrg(facts),
      checkPc(facts),
      checkOnline(facts),
      await checkHeld('pc_free', 'pc_id', room.pc_id, room),
      checkVersion(facts),
      checkClock(facts),
      checkSource(facts),
      await checkRules(room),
      ...checkAnchor(room, await anchors.check(room.id)),
      { check: 'plan', title: TITLES.plan, ...(await checkPlans(db.query, room, await instant())) },
      ...(await checkDraws(room, facts.account, rules)).map((found) => ({
        check: 'draw' as const,
        title: TITLES.draw,
        ...found,
      })),
    ] satisfies Item[]
    return { ready: list.every((item) => item.level !== 'block'), list }
  }
}

const item = (check: Check, level: Item['level'], evidence: Words, fix: Item['fix']): Item => ({
  check,
  title: TITLES[check],
  level,
  evidence,
  fix,
})

const pass = (check: Check, evidence: Words) => item(check, 'pass', evidence, null)
const warn = (check: Check, evidence: Words, text: Words) =>
  item(check, 'warn', evidence, { text, path: null })
const block = (check: Check, evidence: Words, text: Words, fix: { path?: string } = {}) =>
  item(check, 'block', evidence, { text, path: fix.path ?? null })

function checkOrg({ org }: Facts): Item {
  return org.enabled === 1
    ? pass('org', words(`公会「${org.name}」`, `Guild “${org.name}”`))
    : block(
        'org',
        words(`公会「${org.name}」已停用`, `The guild “${org.name}” is disabled`),
        ORG_DISABLED,
        { path: screens.sociatyAccount.path },
      )
}

function checkPc({ room, pc }: Facts): Item {
  return pc
    ? pass('pc', words(`PC「${pc.name}」`, `PC “${pc.name}”`))
    : block(
        'pc',
        words('未选择PC客户端', 'No PC is chosen'),
        words('编辑直播间，选择PC客户端', 'Edit the room and choose a PC'),
        {
          path: `/digital/actor?room=${room.room_code}`,
        },
      )
}

function checkOnline({ pc }: Facts): Item {
  if (pc?.presence === PcPresence.online) return pass('pc_online', words('在线', 'Online'))
  if (pc?.presence === PcPresence.unknown)
    return block(
      'pc_online',
      words('正在重连', 'Connecting again'),
      words(
        '服务器刚启动，请等该PC重新连接后再开播',
        'The server has just started; start when that PC is connected again',
      ),
    )
  const evidence =
    pc?.last_seen_at === null ? words('从未连接', 'Never connected') : words('离线', 'Offline')
  return block(
    'pc_online',
    pc ? evidence : words('未选择PC客户端', 'No PC is chosen'),
    words('在该PC上启动客户端并检查网络', 'Start the client on that PC and check its network'),
  )
}

function checkVersion({ pc }: Facts): Item {
  const version = pc?.agent_version
  if (!version)
    return block(
      'pc_version',
      words('尚未报告版本', 'No version reported yet'),
      words('在该PC上启动客户端', 'Start the client on that PC'),
    )
  return isAtLeast(version, MIN_AGENT_VERSION)
    ? item('pc_version', 'pass', asIs(version), null)
    : block(
        'pc_version',
        words(
          `${version}，最低要求${MIN_AGENT_VERSION}`,
          `${version}; at least ${MIN_AGENT_VERSION} is needed`,
        ),
        words('升级该PC的客户端', 'Upgrade the client on that PC'),
      )
}

/** Compares the three numbers; a part after `-` or `+` is ignored. */
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

function checkClock({ pc }: Facts): Item {
  const skew = Math.abs(pc?.skew_ms ?? 0)
  const evidence = words(
    `与服务器相差${(skew / 1000).toFixed(1)}秒`,
    `${(skew / 1000).toFixed(1)} s from the server’s`,
  )
  const fix = words('在该PC上开启自动校时', 'Turn on automatic clock sync on that PC')
  if (skew > MAX_CLOCK_SKEW_MS) return block('clock', evidence, fix)
  return skew > SKEW_WARN_MS ? warn('clock', evidence, fix) : pass('clock', evidence)
}

function checkSource({ room, account, sources }: Facts): Item {
  if (room.mode === RoomMode.record)
    return pass('source', words('录制模式，不连接平台', 'Recording; the platform is not used'))
  if (isMadeUp(sources)) {
    const evidence = sources.includes('simulator')
      ? words(
          'PC客户端用模拟观众，不连接平台',
          'The PC simulates an audience; the platform is not used',
        )
      : words(
          'PC客户端用录制的事件，不连接平台',
          'The PC plays recorded events; the platform is not used',
        )
    // No warning for a demonstration, which has no platform, and for platforms that push to the server.
    return room.is_demo === 1 || account.platform !== 'bilibili'
      ? pass('source', evidence)
      : warn(
          'source',
          evidence,
          words(
            '以 --source auto 启动该PC的客户端',
            'Start the client on that PC with --source auto',
          ),
        )
  }
  if (account.platform !== 'bilibili')
    return pass('source', words('由平台推送到服务器', 'The platform pushes to the server'))
  return sources.length === 0 || sources.includes('bilibili')
    ? pass(
        'source',
        words('由PC连接哔哩哔哩开放平台', 'The PC connects to Bilibili’s open platform'),
      )
    : block(
        'source',
        words('该PC的客户端不能连接哔哩哔哩', 'The client on that PC cannot connect to Bilibili'),
        words(
          '以 --source auto 启动该PC的客户端',
          'Start the client on that PC with --source auto',
        ),
      )
}

/** Whose licence is over, and what of the scene is gone. */
function checkAnchor({ room_code }: store.Room, { licences, missing }: AnchorChecked): Item[] {
  const at = (status: AuthExpireStatus) =>
    listed(licences.flatMap((one) => (one.expire_status === status ? [quoted(one.name)] : [])))
  const over = at(AuthExpireStatus.expired)
  const soon = at(AuthExpireStatus.soon)
  const path = { path: screens.digitalEdit.path.replace(':room_code', room_code) }
  const choose = words('续期授权，或换一个', 'Renew the licence, or choose another')
  const licence = over.zh
    ? block('licence', words(`${over.zh}授权已过期`, `${over.en}: licence expired`), choose, path)
    : soon.zh
      ? warn('licence', words(`${soon.zh}授权即将到期`, `${soon.en}: expires soon`), choose)
      : pass('licence', words('授权有效', 'Licensed'))
  const gone = listed(missing.map(quoted))
  const scene = gone.zh
    ? block(
        'scene',
        words(`${gone.zh}的文件不存在`, `${gone.en}: the file is gone`),
        words('在画面中换掉它', 'Replace it in the scene'),
        path,
      )
    : pass('scene', words('素材齐全', 'All its assets are there'))
  return [licence, scene]
}

const quoted = (name: string) => words(`「${name}」`, `“${name}”`)

const isMadeUp = (sources: readonly string[]) =>
  sources.length > 0 && sources.every((source) => MADE_UP.includes(source))

function sourcesOf(pc: store.Pc | undefined): string[] {
  const facts = JSON.parse(pc?.facts_json ?? '{}') as { capabilities?: string[] }
  return (facts.capabilities ?? [])
    .filter((capability) => capability.startsWith('source:'))
    .map((capability) => capability.slice('source:'.length))
}
