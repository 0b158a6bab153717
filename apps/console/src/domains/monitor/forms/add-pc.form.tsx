import { Input } from 'antd'
import dayjs from 'dayjs'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { PcEnrol } from '@kaibo/contract/monitor/monitor.schema.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { refresh, useAct } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { Field } from '#kit/form/field.tsx'
import { showOnce } from '#kit/once/shown-once.tsx'
import '../monitor.i18n.ts'

interface AddPcProps {
  onAdded: (pc_id: string) => void
  onClose: () => void
}

/** Names a PC and shows, once, the command that enrols it. */
export function AddPc({ onAdded, onClose }: AddPcProps) {
  const t = useText('monitor')
  const enrol = useAct(monitorApi.enrolCode, { silent: true })

  return (
    <DialogForm
      schema={PcEnrol}
      title={t('title')}
      submit={t('make')}
      initial={{}}
      onSubmit={async (values) => {
        const made = await enrol.mutateAsync(values)
        refresh(lookupApi.pcs)
        showOnce({
          title: t('command_title', { name: made.name }),
          hint: t('command_hint', { time: dayjs(made.expires_at).format('HH:mm') }),
          lines: [{ label: t('command'), text: made.command }],
          done: t('done'),
          width: WIDTH.dialog,
        })
        return made.pc_id
      }}
      onSaved={(pc_id) => {
        onAdded(pc_id)
        onClose()
      }}
      onClose={onClose}
    >
      <Field name="name" help={t('name_hint')}>
        <Input maxLength={40} />
      </Field>
    </DialogForm>
  )
}
