import { foundAccounts } from '#domains/account/account.found.ts'
import { foundAssets } from '#domains/asset/asset.found.ts'
import { foundBackAccounts } from '#domains/commission/commission.found.ts'
import { foundGameEvents, foundGames, foundGameVars } from '#domains/game/game.found.ts'
import { foundGroups } from '#domains/group/group.found.ts'
import { foundLiveAccounts } from '#domains/live-account/live-account.found.ts'
import { foundGateways } from '#domains/live-account/sms.found.ts'
import { foundPcs } from '#domains/monitor/monitor.found.ts'
import { foundOrgs } from '#domains/org/org.found.ts'
import { foundRooms } from '#domains/room/room.found.ts'
import { foundRuleSets } from '#domains/talk/talk.found.ts'
import { foundVoiceResources, foundVoices, foundVoiceServers } from '#domains/voice/voice.found.ts'
import type { Kind } from '@kaibo/contract/facts/kinds.ts'
import type { FoundKind } from '#platform/search/searched.ts'
import type { Tables } from './migrations/tables.ts'

/** Everything that is found by what it is called. */
export const found: { readonly [K in Kind]: FoundKind<Tables, K> } = {
  room: foundRooms,
  talk_rule: foundRuleSets,
  game: foundGames,
  game_event: foundGameEvents,
  game_var: foundGameVars,
  voice: foundVoices,
  voice_server: foundVoiceServers,
  voice_resource: foundVoiceResources,
  asset: foundAssets,
  live_account: foundLiveAccounts,
  sms_gateway: foundGateways,
  pc: foundPcs,
  back_account: foundBackAccounts,
  account: foundAccounts,
  group: foundGroups,
  org: foundOrgs,
}
