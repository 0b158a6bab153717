import * as z from 'zod/mini'
import { AssetRow } from '../asset/asset.schema.ts'
import { AssetType } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { idOf, line } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'
import { PlanDraft, PlanList, PlanQuery, PlanRef, PlanRow } from '../plan/plan.schema.ts'
import { RoomDraft, RoomRef, RoomRow, RoomUpdate } from '../room/room.schema.ts'

/** The lists that a room's writing makes out of date, as the room's own calls say. */
const ROOMS = ['room.list', 'room.wall', 'room.info', 'lookup.liveAccounts', 'lookup.pcs'] as const

/** The reads that show plans, and those that show assets. */
const PLANS = ['plan.list', 'room.list', 'room.wall', 'room.info', 'history.list'] as const
const ASSETS = [
  'asset.list',
  'lookup.actors',
  'lookup.backgrounds',
  'lookup.sounds',
  'history.list',
] as const

/** An asset of one file, which was uploaded before. */
const OneFile = z.object({ name: line(nouns.name, 60), upload_id: idOf(nouns.upload) })

/** Calls of before, outside the admin prefix: each is another address of a call that stands, with its shapes, right and handler. */
export const legacyApi = domain('legacy', {
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
  planList: get('/live/plan/list', { input: PlanQuery, data: PlanList, can: 'room.look' }),
  addPlan: post('/live/plan/add', {
    input: PlanDraft,
    data: PlanRow,
    can: 'room.edit',
    audit: words('保存计划（旧接口）', 'Saved a plan (old call)'),
    changes: PLANS,
  }),
  /** The one write that travels as a GET: its clients know no other. */
  deletePlan: get('/live/plan/delete', {
    input: PlanRef,
    data: z.null(),
    can: 'room.edit',
    audit: words('删除计划（旧接口）', 'Deleted a plan (old call)'),
    changes: PLANS,
  }),
  addAudio: post('/live/addAudio', {
    input: OneFile,
    data: AssetRow,
    can: 'asset.add',
    audit: words('添加音乐（旧接口）', 'Added music (old call)'),
    changes: ASSETS,
  }),
  createMaterial: post('/live/createMaterial', {
    input: z.extend(OneFile, {
      asset_type: z.optional(field(words('类型', 'Type'), oneOf(AssetType))),
    }),
    data: AssetRow,
    can: 'asset.add',
    audit: words('添加素材（旧接口）', 'Added an asset (old call)'),
    changes: ASSETS,
  }),
})
