import { PLAYS_FILES } from '@kaibo/contract/agent/frames.ts'
import type { PlayedFile } from '@kaibo/contract/agent/insert.schema.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict, invalid } from '#platform/fault.ts'
import type { RoomAsset, RoomAssets } from './room.context.ts'
import { parseReport } from './room.rows.ts'
import { pcSays, type Room } from './room.store.ts'

type CutIn = ParsedOf<typeof roomApi.cutInVideo>

/** Which asset is played, and how. */
export async function playOf(
  q: Queryable<Tables>,
  assets: RoomAssets,
  { org_id }: Pick<Room, 'org_id'>,
  { asset_id, volume }: Pick<CutIn, 'asset_id' | 'volume'>,
  now: number,
): Promise<{ name: string; play: PlayedFile }> {
  const asset = (await assets.packed(q, org_id, [asset_id])).get(asset_id)
  if (!asset) throw invalid({ asset_id: NO_ASSET })
  const kind = kindOf(asset)
  if (!kind) throw invalid({ asset_id: NO_FILM })
  if (asset.expire_at !== null && asset.expire_at <= now) throw conflict(EXPIRED)
  const file = asset.packed.parts['file'] ?? null
  return { name: asset.name, play: { asset_id, kind, file, volume } }
}

/** A sound or a film; nothing where it is neither. */
export function kindOf({ packed: { kind, parts } }: RoomAsset): PlayedFile['kind'] | undefined {
  const type = parts['file']?.type
  if (type?.startsWith('audio/')) return 'audio'
  if (type?.startsWith('video/')) return 'video'
  // Of what comes with the program sounds are the only files
  return type === undefined && kind === 'sound' ? 'audio' : undefined
}

/** Whether viewers would see it; else why not. */
export async function seesFiles(
  q: Queryable<Tables>,
  { pc_id, reported_json }: Pick<Room, 'pc_id' | 'reported_json'>,
): Promise<void> {
  if (!parseReport(reported_json)?.stage?.program) throw conflict(NO_STAGE)
  if (pc_id === null || !(await pcSays(q, pc_id, PLAYS_FILES))) throw conflict(OLD_PC)
}

const NO_ASSET = words(
  '素材不存在，或这个直播间不能使用',
  'There is no such file, or this room may not use it',
)
const NO_FILM = words('请选择声音或视频', 'Choose a sound or a video')
const EXPIRED = words('素材的授权已过期', 'The licence of the file has expired')
const NO_STAGE = words('没有画面连接，无法插播', 'No stage is open: nothing can be cut in')
const OLD_PC = words(
  'PC客户端版本过旧，请升级后再插播',
  'The PC client is too old for this; upgrade it',
)
