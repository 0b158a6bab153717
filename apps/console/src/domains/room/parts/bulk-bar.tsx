import { useState } from 'react'
import { Button, Modal } from 'antd'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { call } from '#client/http.ts'
import { refresh } from '#client/query.ts'
import { canWith, useSession } from '#client/session.ts'
import { useText } from '#client/i18n.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import { roomActions, type RoomAction } from '../room.actions.tsx'

/** At most this many rooms at once: a start holds a request for up to a minute. */
const AT_ONCE = 4

interface Outcome {
  tone: Tone
  text: string
  failed: boolean
}

/** Acts on the chosen rooms, each with its own outcome; what failed can be tried again. */
export function BulkBar({ rooms, onClear }: { rooms: readonly RoomRow[]; onClear: () => void }) {
  const t = useText('room')
  const [running, setRunning] = useState<{ action: RoomAction; rooms: readonly RoomRow[] }>()
  const session = useSession()
  const button = (action: RoomAction) => {
    const able = rooms.filter((room) => action.enabled(room) === true)
    return (
      <Button
        disabled={able.length === 0 || canWith(session, action.right) !== true}
        icon={action.icon}
        onClick={() => setRunning({ action, rooms: able })}
      >
        {t(action.name === 'start' ? 'bulk_start' : 'bulk_stop')} {able.length}
      </Button>
    )
  }
  return (
    <div className="bulk" role="region" aria-label={t('selected', { count: rooms.length })}>
      <span>{t('selected', { count: rooms.length })}</span>
      {button(roomActions.start)}
      {button(roomActions.stop)}
      <Button type="text" onClick={onClear}>
        {t('cancel')}
      </Button>
      {running ? <BulkRun {...running} onClose={() => setRunning(undefined)} /> : null}
    </div>
  )
}

interface BulkRunProps {
  action: RoomAction
  rooms: readonly RoomRow[]
  onClose: () => void
}

function BulkRun({ action, rooms, onClose }: BulkRunProps) {
  const t = useText('room')
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const [busy, setBusy] = useState(false)

  const one = async (room: RoomRow) => {
    const tell = (outcome: Outcome) => setOutcomes((all) => ({ ...all, [room.room_code]: outcome }))
    tell({ tone: 'starting', text: t('bulk_running'), failed: false })
    try {
      const input = { room_code: room.room_code }
      await (action.name === 'start'
        ? call(roomApi.start, input, { silent: true })
        : call(roomApi.stop, input, { silent: true }))
      tell({ tone: 'ok', text: t('bulk_done'), failed: false })
    } catch (error) {
      tell({ tone: 'failed', text: (error as Error).message, failed: true })
    }
  }
  const run = async (chosen: readonly RoomRow[]) => {
    setBusy(true)
    const waiting = [...chosen]
    const worker = async () => {
      for (let room = waiting.shift(); room; room = waiting.shift()) await one(room)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    setBusy(false)
    refresh(roomApi.list)
  }
  const begun = Object.keys(outcomes).length > 0
  const failed = rooms.filter((room) => outcomes[room.room_code]?.failed)

  return (
    <Modal
      open
      title={t('bulk_title', { act: t(action.label), count: rooms.length })}
      width={WIDTH.modal}
      onCancel={onClose}
      cancelText={t(begun ? 'close' : 'cancel')}
      okText={begun ? t('bulk_retry') : t(action.label)}
      okButtonProps={{ disabled: begun && failed.length === 0, danger: action.name === 'stop' }}
      confirmLoading={busy}
      onOk={() => void run(begun ? failed : rooms)}
    >
      <ul className="bulk-list">
        {rooms.map((room) => {
          const outcome = outcomes[room.room_code]
          return (
            <li key={room.room_code}>
              <span>{room.name}</span>
              <Status tone={outcome?.tone ?? 'idle'}>{outcome?.text ?? t('bulk_waiting')}</Status>
            </li>
          )
        })}
      </ul>
    </Modal>
  )
}
