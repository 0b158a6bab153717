import type { ReactNode } from 'react'
import {
  CheckCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { roomCan, type RoomAct } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { RoomWord } from './room.i18n.ts'

export type ActName = RoomAct | 'check'

/** One act on a room: the tile, the table's row, the drawer and the bulk bar render it from here. */
export interface RoomAction {
  name: ActName
  label: RoomWord
  icon: ReactNode
  right: string
  danger?: boolean
  /** `true`, or the sentence why not — the server's own table and words. */
  enabled(room: RoomRow): true | string
}

const byState = (act: RoomAct) => (room: RoomRow) => roomCan(act, room.state)

export const roomActions: Record<ActName, RoomAction> = {
  start: {
    name: 'start',
    label: 'start',
    icon: <PlayCircleOutlined aria-hidden />,
    right: 'room.play',
    enabled: byState('start'),
  },
  stop: {
    name: 'stop',
    label: 'stop',
    icon: <PauseCircleOutlined aria-hidden />,
    right: 'room.play',
    enabled: byState('stop'),
  },
  emergency: {
    name: 'emergency',
    label: 'emergency',
    icon: <StopOutlined aria-hidden />,
    right: 'room.imme',
    danger: true,
    enabled: byState('emergency'),
  },
  reset: {
    name: 'reset',
    label: 'reset',
    icon: <ReloadOutlined aria-hidden />,
    right: 'room.operate',
    enabled: byState('reset'),
  },
  check: {
    name: 'check',
    label: 'check',
    icon: <CheckCircleOutlined aria-hidden />,
    right: 'room.look',
    enabled: () => true,
  },
  update: {
    name: 'update',
    label: 'edit',
    icon: <EditOutlined aria-hidden />,
    right: 'room.edit',
    enabled: byState('update'),
  },
  delete: {
    name: 'delete',
    label: 'remove',
    icon: <DeleteOutlined aria-hidden />,
    right: 'room.del',
    danger: true,
    enabled: byState('delete'),
  },
}

/** The one act a tile or row offers first. */
export const nextAct = (room: RoomRow): RoomAction =>
  roomActions.stop.enabled(room) === true ? roomActions.stop : roomActions.start
