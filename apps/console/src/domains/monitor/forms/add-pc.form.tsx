import { useState } from 'react'
import { Input, Modal } from 'antd'
import dayjs from 'dayjs'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { PcEnrol } from '@kaibo/contract/monitor/monitor.schema.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { refresh, useAct } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { Field } from '#kit/form/field.tsx'
import '../monitor.i18n.ts'

type Enrolment = DataOf<typeof monitorApi.enrolCode>

interface AddPcProps {
  onAdded: (pc_id: string) => void
  onClose: () => void
}

/** Names a PC and shows, once, the command that enrols it. */
export function AddPc({ onAdded, onClose }: AddPcProps) {
  const t = useText('monitor')
  const enrol = useAct(monitorApi.enrolCode, { silent: true })
  const [made, setMade] = useState<Enrolment>()

  if (made) return <PasteCommand made={made} onClose={onClose} />
  return (
    <DialogForm
      schema={PcEnrol}
      title={t('title')}
      submit={t('make')}
      cancel={t('cancel')}
      initial={{}}
      onSubmit={(values) => enrol.mutateAsync(values)}
      onSaved={(result) => {
        refresh(lookupApi.pcs)
        onAdded(result.pc_id)
        setMade(result)
      }}
      onClose={onClose}
    >
      <Field name="name" help={t('name_hint')}>
        <Input maxLength={40} />
      </Field>
    </DialogForm>
  )
}

function PasteCommand({ made, onClose }: { made: Enrolment; onClose: () => void }) {
  const t = useText('monitor')
  return (
    <Modal
      open
      title={t('command_title', { name: made.name })}
      width={WIDTH.dialog}
      onCancel={onClose}
      onOk={onClose}
      okText={t('done')}
      cancelButtonProps={{ hidden: true }}
    >
      <p>{t('command_hint', { time: dayjs(made.expires_at).format('HH:mm') })}</p>
      <CopyLine label={t('command')} text={made.command} copy={t('copy')} copied={t('copied')} />
    </Modal>
  )
}
