import { Button, Form, Input } from 'antd'
import * as z from 'zod/mini'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import {
  PcEnrol,
  publicAddress,
  type PublicAddress,
} from '@kaibo/contract/monitor/monitor.schema.ts'
import { isLoopback } from '@kaibo/contract/monitor/public-address.rules.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useAct, useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
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

/** A PC's name and, with the right to set it, the server's address for PCs. */
const NamedPc = z.object({ name: PcEnrol.shape.name, address: z.optional(publicAddress) })
const { Field } = fieldsFor<z.input<typeof NamedPc>>()

/** Adds a PC and shows, once, the commands that install and enrol it. */
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
  const language = useLanguage()
  const enrol = useAct(monitorApi.enrolCode, { silent: true })
  const edit = useAct(monitorApi.editPublicAddress, { silent: true })
  const mayEdit = server.may_edit === IsOrNot.is

  return (
    <DialogForm
      schema={NamedPc}
      title={t('title')}
      submit={t('make')}
      initial={mayEdit ? { address: likeliest(server) } : {}}
      onSubmit={async ({ address, name }) => {
        if (
          address !== undefined &&
          address !== server.address &&
          !isOfThisMachine(address, server)
        )
          await edit.mutateAsync({ address })
        const {
          pc_id,
          name: pc,
          expires_at,
          address: sentTo,
          lines,
        } = await enrol.mutateAsync({ name })
        showOnce({
          title: t('command_title', { name: pc }),
          hint: [
            t('command_hint', { time: timeText(expires_at) }),
            ...(isLoopback(sentTo) ? [t('only_here')] : []),
          ].join(language === 'zh' ? '' : ' '),
          lines: [
            { label: t('line_sh'), text: lines.sh },
            { label: t('line_powershell'), text: lines.powershell },
            { label: t('line_again'), text: lines.again },
            ...(lines.voice_sh === undefined
              ? []
              : [{ label: t('line_voice_sh'), text: lines.voice_sh }]),
            ...(lines.voice_powershell === undefined
              ? []
              : [{ label: t('line_voice_powershell'), text: lines.voice_powershell }]),
          ],
          done: t('done'),
          width: WIDTH.dialog,
        })
        return pc_id
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
        <Field name="address" help={<AddressHelp offered={server.offered} />}>
          <Input maxLength={200} inputMode="url" placeholder="https://kaibo.example.com" />
        </Field>
      ) : null}
    </DialogForm>
  )
}

/**
 * The configured address; else that of this page, unless it is local to the server's machine and the server has others. Of
 * several the person chooses.
 */
function likeliest({ address, offered }: PublicAddress): string | undefined {
  if (address !== null) return address
  if (!isLoopback(location.origin) || offered.length === 0) return location.origin
  return offered.length === 1 ? offered[0] : undefined
}

/** For a PC on the server's own machine: used for this enrolment only, not stored for other PCs. */
const isOfThisMachine = (address: string, { address: set }: PublicAddress) =>
  set === null && address === location.origin && isLoopback(address)

/** Explains the address, offers the possible ones, and says what to change if no other machine can reach it. */
function AddressHelp({ offered }: { offered: readonly string[] }) {
  const t = useText('monitor')
  const form = Form.useFormInstance<z.input<typeof NamedPc>>()
  const address = Form.useWatch('address', form) ?? ''
  const others = offered.filter((one) => one !== address)
  return (
    <>
      {t('address_hint')}
      {isLoopback(address) ? <p role="status">{t('only_here')}</p> : null}
      {isLoopback(address) && offered.length === 0 ? <p>{t('listens_here')}</p> : null}
      {others.length > 0 ? (
        <p>
          {t('offered')}
          {others.map((one) => (
            <Button
              key={one}
              type="link"
              size="small"
              onClick={() => form.setFieldValue('address', one)}
            >
              {one}
            </Button>
          ))}
        </p>
      ) : null}
    </>
  )
}
