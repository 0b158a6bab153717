import { Drawer } from 'antd'
import { Link } from 'react-router'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { RoomState } from './room-state.tsx'
import { useRoom } from '../room.queries.ts'
import { RoomSide } from './room-side.tsx'
import { Timeline } from './timeline.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

const WIDTH = 800

/** The room over the wall, at an address of its own; from here to its page. */
export function RoomDrawer({ room_code, onClose }: { room_code: string; onClose: () => void }) {
  const t = useText('room_page')
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
          <span className={styles.drawerExtra}>
            <RoomState room={room} />
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
        {room ? (
          <div className={styles.room} data-short>
            <RoomSide room={room} short />
            <div className={styles.main}>
              <Timeline key={room_code} room_code={room_code} prefix="room." />
            </div>
          </div>
        ) : null}
      </Panel>
    </Drawer>
  )
}
