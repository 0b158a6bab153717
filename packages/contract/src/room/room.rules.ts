import { words, type Words } from '../kernel/words.ts'
import { isOnAir, ON_AIR, type RoomState } from './room.state.ts'

/** The acts on a room. Server and console use this table and these sentences alike: a refused act says why. */
export const ROOM_ACTS = [
  'start',
  'stop',
  'emergency',
  'pause',
  'resume',
  'takeover',
  'release',
  'mute',
  'dismiss',
  'stopRule',
  'say',
  'cutIn',
  'reset',
  'update',
  'savePart',
  'delete',
] as const
export type RoomAct = (typeof ROOM_ACTS)[number]

const resting: readonly RoomState[] = ['idle', 'ended', 'failed', 'needs_attention']
const toStop: readonly RoomState[] = ['starting', ...ON_AIR]
const onAirBut = (...states: RoomState[]) => ON_AIR.filter((state) => !states.includes(state))

const allowed: Readonly<Record<RoomAct, readonly RoomState[]>> = {
  start: resting,
  stop: toStop,
  emergency: [...toStop, 'preflight', 'stopping'],
  pause: onAirBut('paused'),
  resume: ['paused'],
  takeover: onAirBut('takeover'),
  release: ['takeover'],
  mute: ON_AIR,
  dismiss: ['needs_attention'],
  stopRule: toStop,
  say: onAirBut('paused'),
  cutIn: onAirBut('paused'),
  reset: ON_AIR,
  update: resting,
  savePart: [...resting, ...ON_AIR],
  delete: resting,
}

const NOT_ON_AIR = words('未在直播', 'Not on air')

const because: Readonly<Record<RoomAct, Partial<Record<RoomState, Words>> & { else: Words }>> = {
  start: {
    preflight: words('正在检查，请稍候', 'Checking; wait a moment'),
    starting: words('正在启动，请稍候', 'Starting; wait a moment'),
    living: words('已在直播中', 'On air already'),
    paused: words('已在直播中，正暂停', 'On air already, and paused'),
    takeover: words('已在直播中，由人接管', 'On air already, and taken over'),
    fallback: words('已在直播中，正兜底', 'On air already, in fallback'),
    stopping: words('正在停播，请稍候', 'Stopping; wait a moment'),
    else: words('当前状态不能开播', 'It cannot be started in this state'),
  },
  stop: {
    stopping: words('正在停播，请稍候', 'Stopping; wait a moment'),
    preflight: words('尚在检查，未开播', 'Still checking; not on air'),
    else: NOT_ON_AIR,
  },
  emergency: { else: NOT_ON_AIR },
  pause: { paused: words('已经暂停', 'Paused already'), else: NOT_ON_AIR },
  resume: { else: words('没有暂停', 'Not paused') },
  takeover: { takeover: words('已经接管', 'Taken over already'), else: NOT_ON_AIR },
  release: { else: words('没有接管', 'Not taken over') },
  mute: { else: NOT_ON_AIR },
  dismiss: { else: words('没有待处理的计划', 'No plan waits for anybody') },
  stopRule: {
    stopping: words('正在停播，请稍候', 'Stopping; wait a moment'),
    else: NOT_ON_AIR,
  },
  say: {
    paused: words('已暂停，请先恢复或接管', 'Paused; resume it or take it over first'),
    else: NOT_ON_AIR,
  },
  cutIn: {
    paused: words('已暂停，请先恢复或接管', 'Paused; resume it or take it over first'),
    else: NOT_ON_AIR,
  },
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

/** What a plan that is due finds in a room: it rests, is on air, or is on its way there or back. */
export const planFinds = (state: RoomState): 'rest' | 'air' | 'passing' => {
  if (isOnAir(state)) return 'air'
  return resting.includes(state) ? 'rest' : 'passing'
}

/** `true`, or the sentence that says why not. */
export function roomCan(act: RoomAct, state: RoomState): true | Words {
  if (allowed[act].includes(state)) return true
  return because[act][state] ?? because[act].else
}
