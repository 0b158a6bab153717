import { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import type { ReportedGame } from '@kaibo/contract/agent/game-items.schema.ts'

/** The game in what the PC reported last of its room. */
export function gameIn(reported_json: string | null): ReportedGame | undefined {
  const { data } = ReportedRoom.safeParse(JSON.parse(reported_json ?? 'null'))
  return data?.game
}
