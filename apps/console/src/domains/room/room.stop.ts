import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'

const MINUTE_MS = 60_000

/** When the run ends by itself, and by how much that was postponed. */
export function stopText(stop: RoomRow['stop']): Words | undefined {
  if (!stop) return undefined
  const at = timeText(wallAt(DEFAULT_ZONE, stop.due_at).minutes)
  const minutes = Math.round((stop.due_at - stop.at) / MINUTE_MS)
  return minutes > 0
    ? words(
        `将在${at}停播，已顺延${minutes}分钟`,
        `Will stop at ${at}, postponed by ${minutes} min`,
      )
    : words(`将在${at}停播`, `Will stop at ${at}`)
}
