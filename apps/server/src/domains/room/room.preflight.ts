import { about, asIs, listed, words } from '@kaibo/contract/kernel/words.ts'
import { MOVES_LAYERS } from '@kaibo/contract/agent/frames.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { AuthExpireStatus, RoomMode } from '@kaibo/contract/facts/enums.ts'
import { loginStateOf } from '@kaibo/contract/live-account/live-account.rules.ts'
import { ORG_DISABLED } from '@kaibo/contract/org/org.rules.ts'
import { credentialsOf } from '#domains/lookup/credentials.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { AnchorChecked, RoomContext, RulesChecked } from './room.context.ts'
import { checkDraws } from './room.preflight.draw.ts'
import { block, pass, warn, type Checked, type Item } from './room.preflight.item.ts'
import {
  checkClock,
  checkOnline,
  checkPc,
  checkVersion,
  type PcFacts,
} from './room.preflight.pc.ts'
import { checkPlans } from './room.preflight.plan.ts'
import { checkVoice } from './room.preflight.voice.ts'
import * as store from './room.store.ts'

/** Sources without a platform: a simulated or recorded audience. */
const MADE_UP = ['simulator', 'replay']

interface Facts extends PcFacts {
  account: Tables['live_account']
  org: { name: string; enabled: number }
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
    sounds,
  }: Pick<RoomContext, 'link' | 'rules' | 'anchors' | 'instant' | 'sounds'>,
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

  const rulesOf = ({ bundle_hash }: store.Room): Promise<RulesChecked> | RulesChecked =>
    bundle_hash === null
      ? { sets: 0, fault: null, layers: [], moves: false }
      : rules.check(bundle_hash)

  const voiceOf = async ({ room, pc }: Facts) => ({
    isHeard: await sounds.canSpeak(room),
    unheard: await sounds.unheardIn(room),
    capabilities: capabilitiesOf(pc),
  })

  return async function preflight(room: store.Room): Promise<Checked> {
    const facts = await factsOf(room)
    const ruled = await rulesOf(room)
    const anchor = await anchors.check(room.id)
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
      checkRules(ruled, anchor, capabilitiesOf(facts.pc)),
      ...checkAnchor(room, anchor),
      checkVoice(await voiceOf(facts)),
      await checkPlans(db.query, room, await instant()),
      ...(await checkDraws(room, facts.account, rules)),
    ]
    return { ready: list.every((item) => item.level !== 'block'), list }
  }
}

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
function checkRules(
  { sets, fault, layers, moves }: RulesChecked,
  { layers: own }: AnchorChecked,
  capabilities: readonly string[],
): Item {
  const mend = words('修改话术规则', 'Mend the talk rules')
  if (fault) return block('rules', about(asIs(fault.path), asIs(fault.message)), mend)
  if (moves && !capabilities.includes(MOVES_LAYERS))
    return block(
      'rules',
      words(
        '话术规则要移动图层，该PC的客户端版本看不懂',
        'The talk rules move layers, which the client on that PC does not understand',
      ),
      words('升级该PC的客户端', 'Update the client on that PC'),
    )
  const unknown = listed(layers.filter((id) => !own.includes(id)).map(quoted))
  if (unknown.zh)
    return warn(
      'rules',
      words(
        `画面中没有话术规则要用的图层${unknown.zh}`,
        `The scene has no layer ${unknown.en}, which the talk rules name`,
      ),
      mend,
    )
  return pass('rules', words(`${sets}个规则集可用`, `Rule sets in order: ${sets}`))
}

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

const sourcesOf = (pc: store.Pc | undefined): string[] =>
  capabilitiesOf(pc)
    .filter((capability) => capability.startsWith('source:'))
    .map((capability) => capability.slice('source:'.length))

function capabilitiesOf(pc: store.Pc | undefined): string[] {
  const facts = JSON.parse(pc?.facts_json ?? '{}') as { capabilities?: string[] }
  return facts.capabilities ?? []
}
