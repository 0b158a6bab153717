import type { Sentence } from '../facts/sentences.ts'
import type { RoomState } from './room.state.ts'

/** The acts on a room. Server and console use this table and these sentences alike: a refused act says why. */
export const ROOM_ACTS = ['start', 'stop', 'emergency', 'reset', 'update', 'delete'] as const
export type RoomAct = (typeof ROOM_ACTS)[number]

const resting: readonly RoomState[] = ['idle', 'ended', 'failed']
const onAir: readonly RoomState[] = ['starting', 'living']

const allowed: Readonly<Record<RoomAct, readonly RoomState[]>> = {
  start: resting,
  stop: onAir,
  emergency: [...onAir, 'preflight', 'stopping'],
  reset: ['living'],
  update: resting,
  delete: resting,
}

const because: Readonly<
  Record<RoomAct, Partial<Record<RoomState, Sentence>> & { else: Sentence }>
> = {
  start: {
    preflight: '正在检查，请稍候',
    starting: '正在启动，请稍候',
    living: '已在直播中',
    stopping: '正在停播，请稍候',
    else: '当前状态不能开播',
  },
  stop: { stopping: '正在停播，请稍候', preflight: '尚在检查，未开播', else: '未在直播' },
  emergency: { else: '未在直播' },
  reset: { else: '直播中才能重置' },
  update: { else: '直播中不能修改，请先停播' },
  delete: { else: '直播中不能删除，请先停播' },
}

/** `true`, or the sentence that says why not. */
export function roomCan(act: RoomAct, state: RoomState): true | Sentence {
  if (allowed[act].includes(state)) return true
  return because[act][state] ?? because[act].else
}
