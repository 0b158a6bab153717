import type { ComponentType } from 'react'
import type { ScreenName } from '@kaibo/contract/facts/screens.ts'

export type Load = () => Promise<{ default: ComponentType }>

/**
 * The page of each screen of the contract, a chunk each; a screen without its page does not type-check. The build reads this
 * list as text (build/boot.ts) to know which files a screen needs.
 */
export const pages: Record<Exclude<ScreenName, 'login'>, Load> = {
  403: () => import('./pages/forbidden.page.tsx'),
  account: () => import('#domains/account/pages/account.page.tsx'),
  accountGroup: () => import('#domains/group/pages/group.page.tsx'),
  sociatyAccount: () => import('#domains/org/pages/sociaty-account.page.tsx'),
  audit: () => import('#domains/audit/pages/audit.page.tsx'),
  digitalActor: () => import('#domains/room/pages/digital-actor.page.tsx'),
  talk: () => import('#domains/talk/pages/talk-list.page.tsx'),
  talkEdit: () => import('#domains/talk/pages/talk-rule.page.tsx'),
  digitalRule: () => import('#domains/talk/pages/digital-rule.page.tsx'),
  digitalRuleDrive: () => import('#domains/talk/pages/digital-ruledrive.page.tsx'),
  digitalQuestion: () => import('#domains/talk/pages/digital-question.page.tsx'),
  digitalAsset: () => import('#domains/asset/pages/digital-asset.page.tsx'),
  game: () => import('#domains/game/pages/game-list.page.tsx'),
  org_game: () => import('#domains/game/pages/org-game-list.page.tsx'),
  gameEvent: () => import('#domains/game/pages/game-event.page.tsx'),
  gEData: () => import('#domains/game/pages/live-data.page.tsx'),
  gameConfig: () => import('#domains/game/pages/game-config.page.tsx'),
  digitalPlan: () => import('#domains/plan/pages/digital-plan.page.tsx'),
  voice: () => import('#domains/voice/pages/voice.page.tsx'),
  voicemodel: () => import('#domains/voice/pages/voicemodel.page.tsx'),
  room: () => import('#domains/room/pages/room.page.tsx'),
  digitalEdit: () => import('#domains/stage/pages/digital-edit.page.tsx'),
  liveAccount: () => import('#domains/live-account/pages/live-account.page.tsx'),
  liveAccountSMS: () => import('#domains/live-account/pages/live-account-sms.page.tsx'),
  backaccount: () => import('#domains/commission/pages/backaccount-list.page.tsx'),
  system: () => import('#domains/system/pages/system.page.tsx'),
  income: () => import('#domains/income/pages/income-live.page.tsx'),
}
