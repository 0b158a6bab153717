import { words } from '@kaibo/contract/kernel/words.ts'
import type { PortHour, PortRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { invalid } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './voice.ports.store.ts'
import { quantileOf, timesTogether, type Times } from './voice.times.ts'

const HOUR_MS = 3_600_000
const RECENT_HOURS = 6
const LONGEST_MS = 7 * 24 * HOUR_MS

/** What ports do now, and what they did by the hour. */
export function createLists({ db, clock }: Platform<Tables>) {
  return {
    async ports({ scope }: Actor, server_id: string | undefined): Promise<PortRow[]> {
      const now = clock.now()
      const ports = await store.portList(db.query, db.dialect, server_id)
      const rooms = await store.boundRooms(db.query, scope)
      const since = hourOf(now) - RECENT_HOURS * HOUR_MS
      const hours = await store.hoursOf(db.query, since, now + HOUR_MS, server_id)
      return ports.map(
        ({ server_id: of, server_name, voice_id, voice_name, since_at, ...port }) => {
          const own = hours.filter(({ port_id }) => port_id === port.port_id)
          const times = timesTogether(
            own.map(({ firsts_json }) => JSON.parse(firsts_json) as Times),
          )
          const recent = own.filter(({ hour }) => hour >= hourOf(now) - HOUR_MS)
          return {
            ...port,
            server: { id: of, name: server_name },
            voice: voice_id === null ? null : { id: voice_id, name: voice_name ?? '' },
            rooms: rooms
              .filter(({ port_id }) => port_id === port.port_id)
              .map(({ room_code, name }) => ({ room_code, name })),
            p50: quantileOf(times, 0.5),
            p95: quantileOf(times, 0.95),
            errors: recent.reduce((sum, { errors }) => sum + errors, 0),
            since: since_at,
          }
        },
      )
    },

    async statistic(from: number, to: number, server_id: string | undefined): Promise<PortHour[]> {
      if (to <= from) throw invalid({ to: BACKWARDS })
      if (to - from > LONGEST_MS) throw invalid({ to: TOO_LONG })
      const hours = await store.hoursOf(db.query, hourOf(from), to, server_id)
      return hours.map(({ hour, server_id: of, server_name, firsts_json, ...row }) => {
        const times = JSON.parse(firsts_json) as Times
        return {
          ...row,
          at: hour,
          server: { id: of, name: server_name },
          p50: quantileOf(times, 0.5),
          p95: quantileOf(times, 0.95),
        }
      })
    },
  }
}

const hourOf = (at: number): number => at - (at % HOUR_MS)

const BACKWARDS = words('结束时间须晚于开始时间', 'The end must be after the beginning')
const TOO_LONG = words('一次最多查询7天', 'At most seven days at once')
