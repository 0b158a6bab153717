import type { Api, Endpoint } from './kernel/endpoint.ts'
import { accountApi } from './account/account.api.ts'
import { agentApi } from './agent/enrol.api.ts'
import { assetApi } from './asset/asset.api.ts'
import { auditApi } from './audit/audit.api.ts'
import { authApi } from './auth/auth.api.ts'
import { commissionApi } from './commission/commission.api.ts'
import { gameApi } from './game/game.api.ts'
import { gameLinkApi } from './game-link/game-link.api.ts'
import { groupApi } from './group/group.api.ts'
import { historyApi } from './history/history.api.ts'
import { incomeApi } from './income/income.api.ts'
import { ingestApi } from './ingest/ingest.api.ts'
import { legacyApi } from './legacy/legacy.api.ts'
import { wsInfoApi } from './legacy/ws-info.api.ts'
import { liveAccountApi } from './live-account/live-account.api.ts'
import { smsApi } from './live-account/sms.api.ts'
import { lookupApi } from './lookup/lookup.api.ts'
import { monitorApi } from './monitor/monitor.api.ts'
import { orgApi } from './org/org.api.ts'
import { planApi } from './plan/plan.api.ts'
import { roomApi } from './room/room.api.ts'
import { searchApi } from './search/search.api.ts'
import { stageApi } from './stage/stage.api.ts'
import { systemApi } from './system/system.api.ts'
import { talkApi } from './talk/talk.api.ts'
import { uploadApi } from './upload/upload.api.ts'
import { viewApi } from './view/view.api.ts'
import { voiceApi } from './voice/voice.api.ts'

/** Every domain's calls: what walks all endpoints (registration, rights matrix, meta-test, the administrator's rights). */
const apis: readonly Api[] = [
  authApi,
  accountApi,
  groupApi,
  orgApi,
  auditApi,
  uploadApi,
  assetApi,
  viewApi,
  roomApi,
  planApi,
  talkApi,
  gameApi,
  gameLinkApi,
  voiceApi,
  stageApi,
  liveAccountApi,
  smsApi,
  lookupApi,
  monitorApi,
  incomeApi,
  commissionApi,
  historyApi,
  searchApi,
  systemApi,
  legacyApi,
  wsInfoApi,
  agentApi,
  ingestApi,
]

export const endpoints: readonly Endpoint[] = apis.flatMap((api) => Object.values(api))
