import { useState } from 'react'
import { Modal, Segmented } from 'antd'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { DialogFooter } from '#kit/action/dialog-footer.tsx'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { useText } from '#client/i18n.ts'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'
import type { SomeRoom } from '../room.present.ts'

export function StopDialog({ row: room, onClose }: DialogProps<SomeRoom>) {
  const t = useText('room')
  const [mode, setMode] = useState<'now' | 'sentence'>('now')
  const stop = useDialogAct(roomApi.stop, {
    onDone: onClose,
    failed: (reason) => t('stop_failed', { name: room.name, reason }),
  })
  return (
    <Modal
      open
      // The second click of a double one lands beside it.
      mask={{ closable: false }}
      title={t('stop_title', { name: room.name })}
      width={WIDTH.confirm}
      onCancel={onClose}
      footer={
        <DialogFooter
          act={t('stop')}
          danger
          busy={stop.isPending}
          onAct={() => stop.mutate({ room_code: room.room_code, mode })}
          onClose={onClose}
        />
      }
    >
      <p className={textStyles.hint}>
        {t('stop_hint', { money: formatYuan(room.run?.gift_fen ?? 0) })}
      </p>
      <Segmented<'now' | 'sentence'>
        block
        aria-label={t('stop')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'now', label: t('stop_now') },
          { value: 'sentence', label: t('stop_sentence') },
        ]}
      />
      {stop.error ? <Fault error={stop.error} /> : null}
    </Modal>
  )
}
