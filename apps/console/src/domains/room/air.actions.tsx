import {
  AudioMutedOutlined,
  AudioOutlined,
  PauseOutlined,
  CaretRightOutlined,
  CloseOutlined,
  UserOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { act } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'

type Room = Pick<RoomRow, 'room_code' | 'state' | 'muted'>
type AirAction = Action<Room>

type Order = NonNullable<InputOf<typeof roomApi.air>['act']>
type Ordered = Pick<Room, 'room_code' | 'state'>

const order = (name: Order, label: Words, icon: ReactNode): Action<Ordered> =>
  act(roomApi.air, {
    name,
    label,
    icon,
    tucked: true,
    applies: ({ state }) => roomCan(name, state) === true,
    input: ({ room_code }: Ordered) => ({ room_code, act: name }),
  })

const muting = (to: boolean, label: Words, icon: ReactNode): AirAction =>
  act(roomApi.air, {
    name: to ? 'mute' : 'unmute',
    label,
    icon,
    applies: ({ state, muted }) => roomCan('mute', state) === true && muted !== to,
    input: ({ room_code }: Room) => ({ room_code, muted: to }),
  })

/** Of a plan that could not start: nothing is to come of it any more. */
export const dismissPlan = order(
  'dismiss',
  words('不再处理', 'Dismiss'),
  <CloseOutlined aria-hidden />,
)

/** What a key does: the one of its acts that applies. */
export const airActions: Readonly<Record<'z' | 't' | 'm' | 'x', readonly AirAction[]>> = {
  x: [dismissPlan],
  z: [
    order('pause', words('暂停', 'Pause'), <PauseOutlined aria-hidden />),
    order('resume', words('恢复', 'Resume'), <CaretRightOutlined aria-hidden />),
  ],
  t: [
    order('takeover', words('接管', 'Take over'), <UserOutlined aria-hidden />),
    order('release', words('交还', 'Hand back'), <RollbackOutlined aria-hidden />),
  ],
  m: [
    muting(true, words('静音', 'Mute'), <AudioMutedOutlined aria-hidden />),
    muting(false, words('取消静音', 'Unmute'), <AudioOutlined aria-hidden />),
  ],
}
