import * as z from 'zod/mini'
import { ReportedStage } from '../agent/stage-items.schema.ts'
import { field } from '../kernel/field.ts'
import { words } from '../kernel/words.ts'
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

/** The most links by which a room's stage is previewed; of more the oldest ends. */
export const MAX_PREVIEWS = 5
export const PREVIEW_MS = 24 * 3_600_000
export const PREVIEW_PATH = '/stage/'

/** Opens a page that shows what the stage shows, from anywhere and without a login, until then. */
export const PreviewLink = z.object({
  path: field(words('地址', 'Address'), z.string()),
  expires_at: z.int(),
})
export type PreviewLink = z.infer<typeof PreviewLink>

export const StageRef = z.object({ room_code: roomCode() })
