import {
  CheckCircleOutlined,
  EditOutlined,
  FieldTimeOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan, type RoomAct } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { call } from '#client/http.ts'
import { wordsOf } from '#client/i18n.ts'
import { act } from '#kit/action/act.ts'
import { DELETE } from '#kit/action/faces.tsx'
import type { Action } from '#kit/action/action.ts'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import { dismissPlan } from './air.actions.tsx'
import { EmergencyStop } from './parts/emergency-stop.tsx'
import { StopDialog } from './parts/stop-dialog.tsx'
import type { SomeRoom } from './room.present.ts'
import './room.i18n.ts'

const t = wordsOf('room')
// What the wall opens, and does not wait for. What stops a room is there from the start.
const StartDialog = lazily(async () => (await import('./parts/start-dialog.tsx')).StartDialog)
const CheckDialog = lazily(async () => (await import('./parts/check-dialog.tsx')).CheckDialog)
const StopRuleDialog = lazily(
  async () => (await import('./parts/stop-rule-dialog.tsx')).StopRuleDialog,
)
const RoomForm = lazily(async () => (await import('./forms/edit-room.form.tsx')).RoomForm)

type RoomAction = Action<SomeRoom>

const byState = (act: RoomAct) => (room: SomeRoom) => roomCan(act, room.state)
const mayStop = byState('stop')
/** A room that needs a person shows the one act that helps; the others stand behind ⋯. */
const helpsLess =
  (name: 'start' | 'stop') =>
  ({ attention }: SomeRoom) =>
    attention !== null && attention.act !== name
const refOf = ({ room_code }: SomeRoom) => ({ room_code })

export const createRoom = { label: t('create'), right: roomApi.create.can }

const startRoom: RoomAction = act(roomApi.start, {
  name: 'start',
  letter: 's',
  tucked: helpsLess('start'),
  label: t('start'),
  icon: <PlayCircleOutlined aria-hidden />,
  enabled: byState('start'),
  applies: (room) => mayStop(room) !== true,
  Dialog: StartDialog,
  input: refOf,
  bulk: { label: t('bulk_start') },
})

const stopRoom: RoomAction = act(roomApi.stop, {
  name: 'stop',
  letter: 'p',
  tucked: helpsLess('stop'),
  label: t('stop'),
  icon: <PauseCircleOutlined aria-hidden />,
  enabled: mayStop,
  applies: (room) => mayStop(room) === true,
  Dialog: StopDialog,
  input: refOf,
  bulk: { label: t('bulk_stop') },
})

export const stopAtOnce: RoomAction = {
  name: 'emergency',
  tucked: true,
  label: t('emergency'),
  icon: <StopOutlined aria-hidden />,
  right: 'room.imme',
  danger: true,
  enabled: byState('emergency'),
  Dialog: EmergencyStop,
}

export const setStop: RoomAction = act(roomApi.stopRule, {
  name: 'stop_rule',
  tucked: true,
  label: t('stop_rule'),
  icon: <FieldTimeOutlined aria-hidden />,
  applies: (room) => byState('stopRule')(room) === true,
  Dialog: StopRuleDialog,
})

const checkRoom: RoomAction = act(roomApi.statusCheck, {
  name: 'check',
  tucked: ({ attention }) => attention?.act !== 'check',
  label: t('check'),
  icon: <CheckCircleOutlined aria-hidden />,
  Dialog: CheckDialog,
})

const resetRoom: RoomAction = act(roomApi.reset, {
  name: 'reset',
  tucked: true,
  label: t('reset'),
  icon: <ReloadOutlined aria-hidden />,
  enabled: byState('reset'),
  confirm: ({ name }) => ({ title: t('reset_title', { name }), hint: t('reset_hint') }),
  input: refOf,
})

const [editRoom, roomHistory] = withHistory(
  'room',
  act<SomeRoom, RoomRow>(roomApi.update, {
    name: 'update',
    tucked: true,
    label: t('edit'),
    icon: <EditOutlined aria-hidden />,
    enabled: byState('update'),
    idOf: ({ room_code }) => room_code,
    Form: RoomForm,
  }),
  ({ name }) => name,
)
export { editRoom }

const removeRoom: RoomAction = act(roomApi.delete, {
  ...DELETE,
  enabled: byState('delete'),
  input: refOf,
  done: ({ name }) => t('removed', { name }),
  undo: {
    nameOf: ({ name }) => name,
    run: ({ room_code, version }) =>
      call(roomApi.restore, { room_code, version }, { silent: true }),
  },
})

export const moreActions = [
  stopAtOnce,
  dismissPlan,
  setStop,
  checkRoom,
  resetRoom,
  editRoom,
  roomHistory,
  removeRoom,
]
/** The one of them that applies is what a tile or row offers first. */
export const playActions = [startRoom, stopRoom]
export const roomActions = [...playActions, ...moreActions]
