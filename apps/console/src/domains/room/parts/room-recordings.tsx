import { useState } from 'react'
import { DownloadOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button, Modal, Pagination } from 'antd'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RecordingRow } from '@kaibo/contract/room/room.recording.schema.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import { isOnAir } from '../room.present.ts'
import { BACKSTOP_MS } from '../room.queries.ts'
import '../room-recordings.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

const SHOWN = 5
const WIDTH = 480
/** While something is recorded it is told nowhere that it grows, or has ended. */
const SOON_MS = 3_000

const isRecording = (room: RoomRow): boolean => isOnAir(room) && room.run?.mode === RoomMode.record
const isOpen = ({ is_open }: RecordingRow): boolean => is_open

/** What the room's stage has recorded of itself, to play and to take along. Nothing where there is none. */
export function RoomRecordings({ room }: { room: RoomRow }) {
  const { room_code } = room
  const t = useText('room_recordings')
  const [page, setPage] = useState(1)
  const query = useCall(
    roomApi.recordings,
    { room_code, page, page_size: SHOWN },
    { refetchMs: (data) => (isRecording(room) || data?.list.some(isOpen) ? SOON_MS : BACKSTOP_MS) },
  )
  const [playing, setPlaying] = useState<RecordingRow>()
  const { list = [], total = 0 } = query.data ?? {}
  if (total === 0) return null
  return (
    <section className={styles.card} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {list.map((one) => (
        <Recording key={one.recording_id} recording={one} onPlay={() => setPlaying(one)} />
      ))}
      {total > SHOWN ? (
        <Pagination
          size="small"
          simple
          current={page}
          pageSize={SHOWN}
          total={total}
          onChange={setPage}
        />
      ) : null}
      {playing ? (
        <PlayDialog
          recording={
            list.find(({ recording_id }) => recording_id === playing.recording_id) ?? playing
          }
          onClose={() => setPlaying(undefined)}
        />
      ) : null}
    </section>
  )
}

function Recording({ recording, onPlay }: { recording: RecordingRow; onPlay: () => void }) {
  const t = useText('room_recordings')
  const { started_at, ms, bytes, is_open, url } = recording
  return (
    <div>
      <p>
        <Instant at={started_at} /> {is_open ? <Status tone="starting">{t('open')}</Status> : null}
      </p>
      <p className={textStyles.meta}>
        {lengthText(ms)} · {t('size', { mb: Math.max(0.1, bytes / MEGABYTE).toFixed(1) })}{' '}
        <Button type="link" size="small" icon={<PlayCircleOutlined />} onClick={onPlay}>
          {t('play')}
        </Button>
        <Button type="link" size="small" icon={<DownloadOutlined />} href={`${url}&download`}>
          {t('download')}
        </Button>
      </p>
    </div>
  )
}

/** `recording`: as it is listed now. An address is good for minutes: who seeks later goes on by the newest one. */
function PlayDialog({ recording, onClose }: { recording: RecordingRow; onClose: () => void }) {
  const t = useText('room_recordings')
  const [{ src, from }, setPlayed] = useState({ src: recording.url, from: 0 })
  return (
    <Modal open width={WIDTH} title={t('title')} onCancel={onClose} footer={null}>
      {/* What the anchor says stands in the picture: the subtitle is a layer of it */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        className={styles.recording}
        aria-label={t('player')}
        controls
        autoPlay
        src={src}
        onLoadedMetadata={({ currentTarget }) => {
          if (from > 0) currentTarget.currentTime = from
        }}
        onError={({ currentTarget }) =>
          setPlayed({ src: recording.url, from: currentTarget.currentTime })
        }
      />
    </Modal>
  )
}

const MEGABYTE = 1_048_576
const SECOND = 1_000
const SIXTY = 60

/** `3:07`, `1:03:07`. */
function lengthText(ms: number): string {
  const seconds = Math.round(ms / SECOND)
  const minutes = Math.floor(seconds / SIXTY)
  const hours = Math.floor(minutes / SIXTY)
  const two = (count: number) => String(count % SIXTY).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
