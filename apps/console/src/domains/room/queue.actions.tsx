import { CloseOutlined, SoundOutlined, VerticalAlignTopOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { DataOf, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { act } from '#kit/action/act.ts'
import type { Action } from '#kit/action/action.ts'

type Waiting = DataOf<typeof roomApi.queue>['list'][number]
/** A line that waits in a room. */
type Queued = Waiting & { room_code: string }

const order = (
  name: InputOf<typeof roomApi.queueAct>['act'],
  label: Words,
  icon: ReactNode,
  applies: (line: Waiting) => boolean,
): Action<Queued> =>
  act(roomApi.queueAct, {
    name,
    label,
    icon,
    applies,
    input: ({ room_code, speech_id }: Queued) => ({ room_code, speech_id, act: name }),
  })

export const queueActions: readonly Action<Queued>[] = [
  order('say', words('说', 'Say'), <SoundOutlined aria-hidden />, ({ ready }) => !ready),
  order(
    'first',
    words('置顶', 'Next'),
    <VerticalAlignTopOutlined aria-hidden />,
    ({ ready }) => ready,
  ),
  order('cancel', words('丢弃', 'Drop'), <CloseOutlined aria-hidden />, () => true),
]
