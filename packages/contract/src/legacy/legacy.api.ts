import * as z from 'zod/mini'
import { domain, get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import { RoomDraft, RoomRef, RoomRow, RoomUpdate } from '../room/room.schema.ts'

/** `ticket` opens the live channel once, within 30 seconds. */
const WsInfo = z.object({ url: z.string(), ticket: z.string() })

/** The lists that a room's writing makes out of date, as the room's own calls say. */
const ROOMS = ['room.list', 'room.wall', 'room.info', 'lookup.liveAccounts', 'lookup.pcs'] as const

/** Calls of before, outside the admin prefix: each is another address of a call that stands, with its shapes, right and handler. */
export const legacyApi = domain('legacy', {
  wsInfo: get('/live/getWsInfo', { data: WsInfo, can: 'login' }),
  createRoom: post('/live/createLiveRoom', {
    input: RoomDraft,
    data: RoomRow,
    can: 'room.add',
    audit: words('新增直播间（旧接口）', 'Added a room (old call)'),
    changes: ROOMS,
  }),
  updateRoom: post('/live/updateLiveRoom', {
    input: RoomUpdate,
    data: RoomRow,
    can: 'room.edit',
    audit: words('编辑直播间（旧接口）', 'Edited a room (old call)'),
    changes: [...ROOMS, 'history.list'],
  }),
  detail: get('/live/detail', { input: RoomRef, data: RoomRow, can: 'room.look' }),
})
