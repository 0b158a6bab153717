import { MAX_CLOCK_SKEW_MS, MIN_AGENT_VERSION } from '@kaibo/contract/agent/frames.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import { block, pass, warn, type Item } from './room.preflight.item.ts'
import type * as store from './room.store.ts'

const SKEW_WARN_MS = 5_000

export interface PcFacts {
  room: store.Room
  pc: store.Pc | undefined
}

export function checkPc({ room, pc }: PcFacts): Item {
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

export function checkOnline({ pc }: PcFacts): Item {
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

export function checkVersion({ pc }: PcFacts): Item {
  const version = pc?.agent_version
  if (!version)
    return block(
      'pc_version',
      words('尚未报告版本', 'No version reported yet'),
      words('在该PC上启动客户端', 'Start the client on that PC'),
    )
  return isAtLeast(version, MIN_AGENT_VERSION)
    ? pass('pc_version', asIs(version))
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

export function checkClock({ pc }: PcFacts): Item {
  const skew = Math.abs(pc?.skew_ms ?? 0)
  const evidence = words(
    `与服务器相差${(skew / 1000).toFixed(1)}秒`,
    `${(skew / 1000).toFixed(1)} s from the server’s`,
  )
  const fix = words('在该PC上开启自动校时', 'Turn on automatic clock sync on that PC')
  if (skew > MAX_CLOCK_SKEW_MS) return block('clock', evidence, fix)
  return skew > SKEW_WARN_MS ? warn('clock', evidence, fix) : pass('clock', evidence)
}
