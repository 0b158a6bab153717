import { Drawer } from 'antd'
import { Link } from 'react-router'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { toneOf } from '../room.present.ts'
import { useRoom } from '../room.queries.ts'
import { RoomView } from './room-view.tsx'
import styles from '../room.module.css'

const WIDTH = 800

/** The room over the wall, at an address of its own; from here to its page. */
export function RoomDrawer({ room_code, onClose }: { room_code: string; onClose: () => void }) {
  const t = useText('room')
  const query = useRoom(room_code)
  const room = query.data
  return (
    <Drawer
      open
      size={WIDTH}
      onClose={onClose}
      title={room?.name ?? t('detail')}
      aria-label={room?.name ?? t('detail')}
      extra={
        room ? (
          <span className={styles.roomExtra}>
            <Status tone={toneOf(room)}>{t(`state_${room.state}`)}</Status>
            <Link to={paths.room(room_code)}>{t('whole_page')}</Link>
          </span>
        ) : null
      }
    >
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={room !== undefined && !query.error?.notFound}
        onRetry={() => void query.refetch()}
        right={roomApi.info.can}
      >
        {room ? <RoomView room={room} /> : null}
      </Panel>
    </Drawer>
  )
}
