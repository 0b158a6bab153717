import { useParams } from 'react-router'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { FormHost } from '#kit/form/form-host.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { RoomLogs } from '../parts/room-logs.tsx'
import { RoomView } from '../parts/room-view.tsx'
import { editRoom } from '../room.actions.tsx'
import { toneOf } from '../room.present.ts'
import { useRoom } from '../room.queries.ts'
import '../room.i18n.ts'
import styles from '../room.module.css'

export default function RoomPage() {
  const { room_code = '' } = useParams()
  return (
    <ActHost key={room_code}>
      <Room room_code={room_code} />
    </ActHost>
  )
}

/** One room at its own address: what its drawer shows, and the lists of what happened in it. */
function Room({ room_code }: { room_code: string }) {
  const t = useText('room')
  const query = useRoom(room_code)
  const room = query.data
  // One that cannot be had is called by its code: several such tabs would read alike.
  useRecordTitle(room?.name ?? (query.error ? room_code : undefined))
  return (
    <>
      <PageHead title={room?.name ?? room_code}>
        {room ? (
          <Status tone={toneOf(room)} solid>
            {t(`state_${room.state}`)}
          </Status>
        ) : null}
      </PageHead>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={room !== undefined && !query.error?.notFound}
        onRetry={() => void query.refetch()}
        right={roomApi.info.can}
      >
        {room ? (
          <>
            <div className={styles.roomPage}>
              <RoomView room={room} />
            </div>
            <RoomLogs room_code={room_code} />
          </>
        ) : null}
      </Panel>
      <FormHost
        edit={editRoom}
        what={t('what')}
        rows={room ? [room] : []}
        endpoint={roomApi.info}
        find={(code) => ({ room_code: code })}
        rowIn={(found) => found}
      />
    </>
  )
}
