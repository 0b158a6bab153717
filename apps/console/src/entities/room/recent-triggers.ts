import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { TriggerLog } from '@kaibo/contract/room/room.schema.ts'
import { useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'

/** An event that rules of a room really heard, with what it said. */
export type RecentTrigger = TriggerLog & { vars: Record<string, string | number> }

const MOST = 50

/** The last events of a room that its rules kept, each once, newest first. Without a room or the right to see it there are none. */
export function useRecentTriggers(room_code: string | undefined): readonly RecentTrigger[] {
  const may = useCan(roomApi.triggerLogs.can)
  const asked = { room_code: room_code ?? '', page_size: MOST }
  const { data } = useCall(roomApi.triggerLogs, asked, {
    enabled: room_code !== undefined && may === true,
  })
  const seen = new Set<string>()
  return (data?.list ?? []).flatMap((row) => {
    const { event_id, vars } = row
    if (vars === null || seen.has(event_id)) return []
    seen.add(event_id)
    const plain = Object.entries(vars).filter(([, value]) => !Array.isArray(value))
    return [{ ...row, vars: Object.fromEntries(plain) as RecentTrigger['vars'] }]
  })
}
