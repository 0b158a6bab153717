import { HAS_STAGES, PLAYS_FILES } from '@kaibo/contract/agent/frames.ts'
import type { ReportedStage } from '@kaibo/contract/agent/stage-items.schema.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '@kaibo/server/migrations/tables.ts'
import type { Platform } from '@kaibo/server/platform/platform.ts'
import type { Room } from './room.build.ts'

export const OPEN_STAGE: ReportedStage = {
  url: 'http://127.0.0.1:18310/stage/X/',
  pages: 1,
  program: {
    audio: 'ok',
    active: true,
    obs: '31.0.0',
    gl: '',
    fps: 30,
    silent_s: 0,
    label_visible: true,
  },
  has_voice: true,
  fault: null,
}

/** What the PC of a room has said of itself and of the room's stage: one that plays files, before viewers. */
export async function showStage(
  { db }: Pick<Platform<Tables>, 'db'>,
  { id, room_code, pc_id }: Pick<Room, 'id' | 'room_code' | 'pc_id'>,
  stage: ReportedStage = OPEN_STAGE,
): Promise<void> {
  const reported = {
    room_code,
    run_id: null,
    worker: WorkerStatus.living,
    config_hash: null,
    source: null,
    queue: 0,
    error: null,
    stage,
  }
  await db.query
    .updateTable('room')
    .set({ reported_json: JSON.stringify(reported) })
    .where('id', '=', id)
    .execute()
  const capabilities = ['source:simulator', HAS_STAGES, PLAYS_FILES]
  await db.query
    .updateTable('pc')
    .set({ facts_json: JSON.stringify({ capabilities }) })
    .where('id', '=', pc_id ?? '')
    .execute()
}
