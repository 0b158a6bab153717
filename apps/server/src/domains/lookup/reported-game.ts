import { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import type { ReportedGame } from '@kaibo/contract/agent/game-items.schema.ts'

/** The game in what the PC reported last of its room. */
export function gameIn(reported_json: string | null): ReportedGame | undefined {
  const { data } = ReportedRoom.safeParse(JSON.parse(reported_json ?? 'null'))
  return data?.game
}

/** The same of a room that is to be on air; of another what was reported last says nothing. */
export const gameOnAir = (room: {
  desired_run: number
  reported_json: string | null
}): ReportedGame | undefined => (room.desired_run === 1 ? gameIn(room.reported_json) : undefined)
