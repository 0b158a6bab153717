import { Button, Tooltip } from 'antd'
import { useCan } from '#client/session.ts'
import { useText } from '#client/i18n.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { RoomAction } from '../room.actions.tsx'
import { useActs } from './act-host.tsx'

interface ActButtonProps {
  action: RoomAction
  room: RoomRow
  primary?: boolean
  size?: 'small' | 'middle'
}

/** An act as a button; refused, it is disabled and says why on hover and to a screen reader. */
export function ActButton({ action, room, primary = false, size = 'small' }: ActButtonProps) {
  const t = useText('room')
  const acts = useActs()
  const may = useCan(action.right)
  const can = may === true ? action.enabled(room) : may
  const button = (
    <Button
      size={size}
      type={primary ? 'primary' : 'default'}
      danger={action.danger ?? false}
      icon={action.icon}
      disabled={can !== true}
      onClick={() => acts.open(action.name, room)}
    >
      {t(action.label)}
    </Button>
  )
  return can === true ? button : <Tooltip title={can}>{button}</Tooltip>
}
