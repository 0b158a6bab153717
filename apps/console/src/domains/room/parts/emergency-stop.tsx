import { useEffect, useRef, useState } from 'react'
import { Input, Modal } from 'antd'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useAct } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { DialogFooter } from '#kit/action/dialog-footer.tsx'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { useText } from '#client/i18n.ts'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'
import type { SomeRoom } from '../room.present.ts'

/** One press stops; nothing is asked before. The reason is asked for while the room is already stopping. */
export function EmergencyStop({ row: room, onClose }: DialogProps<SomeRoom>) {
  const t = useText('room')
  const [reason, setReason] = useState('')
  const stop = useAct(roomApi.stop, {
    onSuccess: ({ run_id }) => {
      if (run_id === null) onClose()
    },
    onError: onClose,
  })
  const note = useDialogAct(roomApi.stopReason, {
    onDone: onClose,
    failed: (reason) => t('emergency_note_failed', { name: room.name, reason }),
  })
  const sent = useRef(false)
  const { mutate } = stop

  useEffect(() => {
    if (sent.current) return
    sent.current = true
    mutate({ room_code: room.room_code, mode: 'emergency' })
  }, [mutate, room.room_code])

  const run_id = stop.data?.run_id
  return (
    <Modal
      open
      title={t('emergency_reason')}
      width={WIDTH.confirm}
      onCancel={onClose}
      footer={
        <DialogFooter
          act={t('emergency_save')}
          cancel={t('emergency_later')}
          busy={note.isPending}
          disabled={!run_id || reason.trim().length < 2}
          onAct={() => {
            if (run_id) note.mutate({ run_id, reason })
          }}
          onClose={onClose}
        />
      }
    >
      <p className={textStyles.hint} role="status">
        {t(stop.isSuccess ? 'emergency_done' : 'emergency_under_way', { name: room.name })}
      </p>
      <Input.TextArea
        aria-label={t('emergency_reason')}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {note.error ? <Fault error={note.error} /> : null}
    </Modal>
  )
}
