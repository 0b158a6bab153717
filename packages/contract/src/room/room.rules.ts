import { words, type Words } from '../kernel/words.ts'
import type { RoomState } from './room.state.ts'

/** The acts on a room. Server and console use this table and these sentences alike: a refused act says why. */
export const ROOM_ACTS = [
  'start',
  'stop',
  'emergency',
  'reset',
  'update',
  'savePart',
  'delete',
] as const
export type RoomAct = (typeof ROOM_ACTS)[number]

const resting: readonly RoomState[] = ['idle', 'ended', 'failed']
const onAir: readonly RoomState[] = ['starting', 'living']

const allowed: Readonly<Record<RoomAct, readonly RoomState[]>> = {
  start: resting,
  stop: onAir,
  emergency: [...onAir, 'preflight', 'stopping'],
  reset: ['living'],
  update: resting,
  savePart: [...resting, 'living'],
  delete: resting,
}

const because: Readonly<Record<RoomAct, Partial<Record<RoomState, Words>> & { else: Words }>> = {
  start: {
    preflight: words('正在检查，请稍候', 'Checking; wait a moment'),
    starting: words('正在启动，请稍候', 'Starting; wait a moment'),
    living: words('已在直播中', 'On air already'),
    stopping: words('正在停播，请稍候', 'Stopping; wait a moment'),
    else: words('当前状态不能开播', 'It cannot be started in this state'),
  },
  stop: {
    stopping: words('正在停播，请稍候', 'Stopping; wait a moment'),
    preflight: words('尚在检查，未开播', 'Still checking; not on air'),
    else: words('未在直播', 'Not on air'),
  },
  emergency: { else: words('未在直播', 'Not on air') },
  reset: { else: words('直播中才能重置', 'Only a room on air can be reset') },
  update: {
    else: words('直播中不能修改，请先停播', 'A room on air cannot be edited; stop it first'),
  },
  savePart: {
    stopping: words('正在停播，请稍候再保存', 'Stopping; wait a moment, then save'),
    else: words('正在启动，请稍候再保存', 'Starting; wait a moment, then save'),
  },
  delete: {
    else: words('直播中不能删除，请先停播', 'A room on air cannot be deleted; stop it first'),
  },
}

/** `true`, or the sentence that says why not. */
export function roomCan(act: RoomAct, state: RoomState): true | Words {
  if (allowed[act].includes(state)) return true
  return because[act][state] ?? because[act].else
}
