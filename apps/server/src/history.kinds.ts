import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import type { RecordKind } from '@kaibo/contract/history/history.schema.ts'
import { legacyApi } from '@kaibo/contract/legacy/legacy.api.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import { LiveAccountRow } from '@kaibo/contract/live-account/live-account.schema.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { Kind } from '#domains/history/history.service.ts'

type Service = Pick<Kind, 'sees'>
type Services = Record<
  | 'orgs'
  | 'groups'
  | 'accounts'
  | 'liveAccounts'
  | 'rooms'
  | 'plans'
  | 'commission'
  | 'games'
  | 'assets'
  | 'voice',
  Service
>

/** The records that have a history: what writes them, what they look like, and who sees them. */
export const historyKinds = (services: Services): Readonly<Record<RecordKind, Kind>> => ({
  org: {
    calls: [orgApi.add, orgApi.edit, orgApi.enable],
    row: orgApi.edit.data,
    sees: services.orgs.sees,
  },
  group: {
    calls: [groupApi.save, groupApi.enable],
    row: groupApi.save.data,
    sees: services.groups.sees,
  },
  account: {
    calls: [
      accountApi.add,
      accountApi.edit,
      accountApi.enable,
      accountApi.removeBind,
      accountApi.reset,
    ],
    row: accountApi.edit.data,
    sees: services.accounts.sees,
  },
  'live-account': {
    calls: [
      liveAccountApi.add,
      liveAccountApi.update,
      liveAccountApi.delete,
      liveAccountApi.restore,
      liveAccountApi.saveLottery,
    ],
    row: LiveAccountRow,
    sees: services.liveAccounts.sees,
  },
  room: {
    calls: [
      roomApi.create,
      roomApi.update,
      roomApi.delete,
      roomApi.restore,
      stageApi.saveAnchor,
      legacyApi.createRoom,
      legacyApi.updateRoom,
    ],
    row: roomApi.update.data,
    sees: services.rooms.sees,
  },
  plan: {
    calls: [planApi.add, planApi.delete, planApi.restore, legacyApi.addPlan, legacyApi.deletePlan],
    row: planApi.add.data,
    sees: services.plans.sees,
  },
  commission: {
    calls: [commissionApi.saveAccount, commissionApi.enableAccount],
    row: commissionApi.saveAccount.data,
    sees: services.commission.sees,
  },
  asset: {
    calls: [assetApi.save, assetApi.del, assetApi.restore, assetApi.background, assetApi.material],
    row: assetApi.save.data,
    sees: services.assets.sees,
  },
  game: {
    calls: [gameApi.add, gameApi.update, gameApi.saveStatus, gameApi.saveDrive],
    row: gameApi.update.data,
    sees: services.games.sees,
  },
  voice: {
    calls: [voiceApi.add, voiceApi.edit],
    row: voiceApi.edit.data,
    sees: services.voice.sees,
  },
})
