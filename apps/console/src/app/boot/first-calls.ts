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

/** The first call of a screen, with defaults that differ from the call's. */
const lists: Partial<Record<ScreenName, { endpoint: Endpoint; given?: object }>> = {
  account: { endpoint: accountApi.list },
  accountGroup: { endpoint: groupApi.list },
  sociatyAccount: { endpoint: orgApi.list },
  audit: { endpoint: auditApi.list },
  talk: { endpoint: talkApi.list },
  game: { endpoint: gameApi.list },
  org_game: { endpoint: gameApi.list },
  gEData: { endpoint: gameApi.vars },
  voice: { endpoint: voiceApi.servers },
  voicemodel: { endpoint: voiceApi.list },
  digitalActor: { endpoint: roomApi.wall },
  liveAccount: { endpoint: liveAccountApi.list },
  liveAccountSMS: { endpoint: liveAccountApi.sms },
  digitalAsset: { endpoint: assetApi.list },
  backaccount: { endpoint: commissionApi.accounts },
  income: { endpoint: incomeApi.live },
  system: { endpoint: systemApi.state },
}

/** The shell's calls on every screen. */
export const shellCalls: BootCall[] = [authApi.info, authApi.menus, authApi.actions].map(
  (endpoint) => callOf(endpoint, {}),
)

/** By the screen's path. */
export const listCalls: Record<string, BootCall> = Object.fromEntries(
  Object.entries(lists).map(([name, { endpoint, given }]) => [
    screens[name as ScreenName].path,
    callOf(endpoint, z.parse(endpoint.input, given ?? {}) as object),
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
