import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RoomState } from '@kaibo/contract/room/room.state.ts'

/** The states are part of the statement, so that it stays the same one. */
export const stateIn = (states: readonly RoomState[]): RawBuilder<SqlBool> =>
  sql`room.state in (${sql.join(states.map((state) => sql.lit(state)))})`
