import * as z from 'zod/mini'
import { LiveStatus, WorkerStatus } from '../facts/enums.ts'
import type { ValueOf } from '../kernel/enumeration.ts'

/**
 * The fine state of a room, kept by the server. The spec's LiveStatus is derived from it; WorkerStatus is what the PC reports.
 *
 *     idle → preflight → starting → living → stopping → ended
 *               │            └────────┴──────────┴──────→ failed
 *               └→ idle (the checks refused it)
 */
export const ROOM_STATES = [
  'idle',
  'preflight',
  'starting',
  'living',
  'stopping',
  'ended',
  'failed',
] as const
export const RoomState = z.enum(ROOM_STATES)
export type RoomState = z.infer<typeof RoomState>

/** Every move a room may make; any other is a fault of ours or an act refused with 1006. */
export const roomMoves: Readonly<Record<RoomState, readonly RoomState[]>> = {
  idle: ['preflight'],
  preflight: ['idle', 'ended', 'failed', 'starting'],
  starting: ['living', 'stopping', 'failed', 'ended'],
  living: ['stopping', 'failed', 'ended'],
  stopping: ['ended', 'failed'],
  ended: ['preflight'],
  failed: ['preflight'],
}

/** Why a room moved; stands in its log with every move. */
export const MOVE_CAUSES = {
  operator_start: '运营开播',
  operator_stop: '运营停播',
  emergency_stop: '紧急停播',
  preflight_refused: '开播检查未通过',
  preflight_passed: '开播检查通过',
  agent_living: '客户端已开播',
  agent_stopped: '客户端已停播',
  agent_failed: '客户端报告故障',
  start_timeout: '客户端未在限定时间内开播',
  stop_unreachable: '客户端离线，已按停播处理',
  stop_timeout: '客户端未在限定时间内停播',
  platform_end: '平台结束直播',
  server_restart: '服务重启后收尾',
} as const
export type MoveCause = keyof typeof MOVE_CAUSES

/** States in which a run is open. */
export const ON_RUN: readonly RoomState[] = ['starting', 'living', 'stopping']

export function liveStatusOf(state: RoomState): ValueOf<typeof LiveStatus> {
  if (state === 'preflight' || state === 'starting') return LiveStatus.starting
  return state === 'living' || state === 'stopping' ? LiveStatus.doing : LiveStatus.undo
}

/** What the server takes a worker to be doing before the PC has reported. */
export const WORKER_UNKNOWN = WorkerStatus.undo
