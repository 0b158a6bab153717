import { accountArea } from '../account/account.area.ts'
import { assetArea } from '../asset/asset.area.ts'
import { auditArea } from '../audit/audit.area.ts'
import { commissionArea } from '../commission/commission.area.ts'
import { gameArea } from '../game/game.area.ts'
import { groupArea } from '../group/group.area.ts'
import { historyArea } from '../history/history.area.ts'
import { incomeArea } from '../income/income.area.ts'
import { liveAccountArea } from '../live-account/live-account.area.ts'
import { monitorArea } from '../monitor/monitor.area.ts'
import { orgArea } from '../org/org.area.ts'
import { roomArea } from '../room/room.area.ts'
import { systemArea } from '../system/system.area.ts'
import { talkArea } from '../talk/talk.area.ts'
import { voiceArea } from '../voice/voice.area.ts'

/** The domains that have rights, in the order in which the rights and the menu's entries are shown. */
export const areas = [
  roomArea,
  talkArea,
  gameArea,
  voiceArea,
  assetArea,
  liveAccountArea,
  monitorArea,
  incomeArea,
  commissionArea,
  accountArea,
  groupArea,
  orgArea,
  auditArea,
  historyArea,
  systemArea,
] as const
