import { Button, Dropdown, type MenuProps } from 'antd'
import { EllipsisOutlined } from '@ant-design/icons'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { canWith, useSession } from '#client/session.ts'
import { useText } from '#client/i18n.ts'
import { roomActions, type ActName } from '../room.actions.tsx'
import { useActs } from './act-host.tsx'

const listed: readonly ActName[] = ['emergency', 'check', 'reset', 'update', 'delete']

/** The acts behind ⋯; a refused one stays in its place and says why. */
export function MoreActs({ room }: { room: RoomRow }) {
  const t = useText('room')
  const acts = useActs()
  const session = useSession()
  const items: MenuProps['items'] = listed.map((name) => {
    const action = roomActions[name]
    const may = canWith(session, action.right)
    const can = may === true ? action.enabled(room) : may
    return {
      key: name,
      icon: action.icon,
      danger: action.danger ?? false,
      disabled: can !== true,
      label: can === true ? t(action.label) : `${t(action.label)}（${can}）`,
    }
  })
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => acts.open(key as ActName, room) }}
    >
      <Button
        size="small"
        type="text"
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={`${t('more')} ${room.name}`}
      />
    </Dropdown>
  )
}
