import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Found } from '#platform/search/searched.ts'

export const foundRooms: Found<Tables, 'room', 'room'> = {
  kind: 'room',
  table: 'room',
  key: 'id',
  texts: ['name'],
  codes: ['room_code', 'id'],
  through: { account_id: 'live_account', pc_id: 'pc' },
  gone: 'deleted_at',
  stated: true,
  shown: (q) =>
    q
      .selectFrom('room')
      .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
      .select([
        'room.id as key',
        'room.room_code as id',
        'room.name',
        'room.room_code as code',
        'held.nickname as note',
        'room.state',
        'room.org_id',
        sql<null>`null`.as('uid'),
      ]),
}
