import * as z from 'zod/mini'
import { ReportedStage } from '../agent/stage-items.schema.ts'
import { roomCode } from '../room/room.schema.ts'

/** A room's stage, as people see it. */
export const StageView = z.object({
  /**
   * Nothing where its PC has no stages, or has not said so. `url` opens it on that PC, and only for those who may edit the
   * room has it the secret that it needs; for others it is ''.
   */
  stage: z.nullable(ReportedStage),
})
export type StageView = z.infer<typeof StageView>

export const StageRef = z.object({ room_code: roomCode() })
