import { Input } from 'antd'
import * as z from 'zod/mini'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import {
  PcEnrol,
  publicAddress,
  type PublicAddress,
} from '@kaibo/contract/monitor/monitor.schema.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useAct, useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { timeText } from '#kit/cell/business-time.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { FormFailed, FormWaiting } from '#kit/form/form-stand-in.tsx'
import { showOnce } from '#kit/once/shown-once.tsx'
import '../monitor.i18n.ts'

interface AddPcProps {
  onAdded: (pc_id: string) => void
  onClose: () => void
}

/** A PC's name and, for who may say so, where it finds the server. */
const NamedPc = z.object({ name: PcEnrol.shape.name, address: z.optional(publicAddress) })
const { Field } = fieldsFor<z.input<typeof NamedPc>>()

/** Names a PC and shows, once, the command that enrols it. */
export function AddPc(props: AddPcProps) {
  const { onClose } = props
  const title = useText('monitor')('title')
  const { data, error, refetch } = useCall(monitorApi.publicAddress, {})
  if (data) return <NamePc {...props} server={data} />
  if (error) return <FormFailed {...{ title, error, onClose }} onRetry={() => void refetch()} />
  return <FormWaiting {...{ title, onClose }} />
}

function NamePc({ onAdded, onClose, server }: AddPcProps & { server: PublicAddress }) {
  const t = useText('monitor')
  const enrol = useAct(monitorApi.enrolCode, { silent: true })
  const edit = useAct(monitorApi.editPublicAddress, { silent: true })
  const mayEdit = server.may_edit === IsOrNot.is

  return (
    <DialogForm
      schema={NamedPc}
      title={t('title')}
      submit={t('make')}
      // The address by which this page was reached is the likeliest, and is seen before it counts.
      initial={mayEdit ? { address: server.address ?? location.origin } : {}}
      onSubmit={async ({ address, name }) => {
        if (address !== undefined && address !== server.address) await edit.mutateAsync({ address })
        const made = await enrol.mutateAsync({ name })
        showOnce({
          title: t('command_title', { name: made.name }),
          hint: t('command_hint', { time: timeText(made.expires_at) }),
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
      {mayEdit ? (
        <Field name="address" help={t('address_hint')}>
          <Input maxLength={200} inputMode="url" />
        </Field>
      ) : null}
    </DialogForm>
  )
}
