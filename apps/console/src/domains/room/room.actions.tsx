import {
  CheckCircleOutlined,
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan, type RoomAct } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { call } from '#client/http.ts'
import { textOf } from '#client/i18n.ts'
import type { Action, Creation, EditAction } from '#kit/action/action.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import { EmergencyStop } from './parts/emergency-stop.tsx'
import { StartDialog } from './parts/start-dialog.tsx'
import { StopDialog } from './parts/stop-dialog.tsx'
import './room.i18n.ts'

const t = textOf('room')
// What the wall opens, and does not wait for. What stops a room is there from the start.
const CheckDialog = lazily(async () => (await import('./parts/check-dialog.tsx')).CheckDialog)
const RoomForm = lazily(async () => (await import('./forms/edit-room.form.tsx')).RoomForm)

type RoomAction = Action<RoomRow>

const byState = (act: RoomAct) => (room: RoomRow) => roomCan(act, room.state)
const mayStop = byState('stop')

export const createRoom: Creation = {
  label: () => t('create'),
  right: 'room.add',
}

const startRoom: RoomAction = {
  name: 'start',
  label: () => t('start'),
  icon: <PlayCircleOutlined aria-hidden />,
  right: 'room.play',
  enabled: byState('start'),
  applies: (room) => mayStop(room) !== true,
  Dialog: StartDialog,
  bulk: {
    label: () => t('bulk_start'),
    run: ({ room_code }) => call(roomApi.start, { room_code }, { silent: true }),
    refreshes: [roomApi.list],
  },
}

const stopRoom: RoomAction = {
  name: 'stop',
  label: () => t('stop'),
  icon: <PauseCircleOutlined aria-hidden />,
  right: 'room.play',
  enabled: mayStop,
  applies: (room) => mayStop(room) === true,
  Dialog: StopDialog,
  bulk: {
    label: () => t('bulk_stop'),
    run: ({ room_code }) => call(roomApi.stop, { room_code }, { silent: true }),
    refreshes: [roomApi.list],
  },
}

export const stopAtOnce: RoomAction = {
  name: 'emergency',
  tucked: true,
  label: () => t('emergency'),
  icon: <StopOutlined aria-hidden />,
  right: 'room.imme',
  danger: true,
  enabled: byState('emergency'),
  Dialog: EmergencyStop,
}

const checkRoom: RoomAction = {
  name: 'check',
  tucked: ({ attention }) => attention?.act !== 'check',
  label: () => t('check'),
  icon: <CheckCircleOutlined aria-hidden />,
  right: 'room.look',
  Dialog: CheckDialog,
}

const resetRoom: RoomAction = {
  name: 'reset',
  tucked: true,
  label: () => t('reset'),
  icon: <ReloadOutlined aria-hidden />,
  right: 'room.operate',
  enabled: byState('reset'),
  confirm: ({ name }) => ({ title: t('reset_title', { name }), hint: t('reset_hint') }),
  run: ({ room_code }) => call(roomApi.reset, { room_code }, { silent: true }),
  refreshes: [],
}

export const editRoom: EditAction<RoomRow> = {
  name: 'update',
  tucked: true,
  label: () => t('edit'),
  icon: <EditOutlined aria-hidden />,
  right: 'room.edit',
  enabled: byState('update'),
  idOf: ({ room_code }) => room_code,
  Form: RoomForm,
}

const removeRoom: RoomAction = {
  name: 'delete',
  tucked: true,
  label: () => t('remove'),
  icon: <DeleteOutlined aria-hidden />,
  right: 'room.del',
  danger: true,
  enabled: byState('delete'),
  confirm: ({ name }) => ({ title: t('remove_title', { name }), hint: t('remove_hint') }),
  run: ({ room_code }) => call(roomApi.delete, { room_code }, { silent: true }),
  refreshes: [roomApi.list],
}

export const moreActions = [stopAtOnce, checkRoom, resetRoom, editRoom, removeRoom]
/** The one of them that applies is what a tile or row offers first. */
export const playActions = [startRoom, stopRoom]
export const roomActions = [...playActions, ...moreActions]
