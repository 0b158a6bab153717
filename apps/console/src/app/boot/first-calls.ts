import * as z from 'zod/mini'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { screens, type ScreenName } from '@kaibo/contract/facts/screens.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { systemApi } from '@kaibo/contract/system/system.api.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { BootCall } from './boot.facts.ts'

interface First {
  endpoint: Endpoint
  /** Where it is a list: its `name`, by which it has saved views. */
  list?: string
  /** Defaults that differ from the call's. */
  given?: object
}

/** The first call of a screen. */
const lists: Partial<Record<ScreenName, First>> = {
  account: { endpoint: accountApi.list, list: 'account' },
  accountGroup: { endpoint: groupApi.list, list: 'group' },
  sociatyAccount: { endpoint: orgApi.list, list: 'org' },
  audit: { endpoint: auditApi.list, list: 'audit' },
  talk: { endpoint: talkApi.list, list: 'talk' },
  game: { endpoint: gameApi.list, list: 'game' },
  org_game: { endpoint: gameApi.list, list: 'org_game' },
  gEData: { endpoint: gameApi.vars, list: 'game.vars' },
  voice: { endpoint: voiceApi.servers, list: 'voice.servers' },
  voicemodel: { endpoint: voiceApi.list, list: 'voice' },
  digitalActor: { endpoint: roomApi.wall, list: 'room' },
  liveAccount: { endpoint: liveAccountApi.list, list: 'live-account' },
  liveAccountSMS: { endpoint: liveAccountApi.sms, list: 'live-account.sms' },
  digitalAsset: { endpoint: assetApi.list, list: 'asset' },
  backaccount: { endpoint: commissionApi.accounts, list: 'commission' },
  income: { endpoint: incomeApi.live, list: 'income' },
  system: { endpoint: systemApi.state },
}

/** The shell's calls on every screen. */
export const shellCalls: BootCall[] = [authApi.info, authApi.menus, authApi.actions].map(
  (endpoint) => callOf(endpoint, {}),
)

/** By the screen's path. */
export const listCalls: Record<string, BootCall> = Object.fromEntries(
  Object.entries(lists).map(([name, { endpoint, list, given }]) => [
    screens[name as ScreenName].path,
    { ...callOf(endpoint, z.parse(endpoint.input, given ?? {}) as object), ...(list && { list }) },
  ]),
)

function callOf({ method, path, input }: Endpoint, given: object): BootCall {
  const values = Object.entries(given) as [string, unknown][]
  return {
    method,
    path,
    given: values
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
    // `export` in an address must not make the server write a file that nobody downloads.
    takes: Object.keys(input.shape).filter((name) => name !== 'export'),
  }
}
