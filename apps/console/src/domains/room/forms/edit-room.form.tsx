import { useState } from 'react'
import { Input, Segmented } from 'antd'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { RoomDraft, type RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useDraft } from '#client/drafts.ts'
import { CallError } from '#client/http.ts'
import { refresh, useAct } from '#client/query.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { AddButton } from '#kit/adder/adder.tsx'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { Field } from '#kit/form/field.tsx'
import { AccountSelect, PcSelect } from '#domains/lookup/parts/selects.tsx'

interface RoomFormProps {
  /** The room to edit; a new one without. */
  row?: RoomRow
  onClose: () => void
}

/** Makes a room or changes it. What it must bind to and is missing — an account, a PC — is added from here. */
export function RoomForm({ row: room, onClose }: RoomFormProps) {
  const t = useText('room')
  const lang = useLanguage()
  const create = useAct(roomApi.create, { silent: true })
  const update = useAct(roomApi.update, { silent: true })
  const draft = useDraft(room ? `room:${room.room_code}` : 'room:new')
  const [version, setVersion] = useState(room?.version ?? 0)

  const save = async (values: RoomInput) => {
    if (!room) await create.mutateAsync(values)
    else await update.mutateAsync({ ...values, room_code: room.room_code, version }).catch(conflict)
    refresh(roomApi.list)
    refresh(roomApi.info)
    refresh(lookupApi.liveAccounts)
    refresh(lookupApi.pcs)
    onClose()
  }
  // The words typed stay; the next save is measured against what the other person saved.
  const conflict = (error: unknown) => {
    const newer = error instanceof CallError && error.code === Code.conflict ? error.data : null
    if (newer) setVersion((newer as RoomRow).version)
    throw error
  }

  return (
    <DialogForm
      schema={RoomDraft}
      open
      title={t(room ? 'edit' : 'create')}
      submit={t('save')}
      cancel={t('cancel')}
      initial={room ? asInput(room) : NEW}
      draft={draft}
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Field schema={RoomDraft} name="name">
            <Input maxLength={40} autoFocus />
          </Field>
          <Field
            schema={RoomDraft}
            name="account_id"
            help={
              <>
                {t('field_account_hint')}{' '}
                <AddButton
                  of="live-account"
                  label={t('add_account')}
                  onAdded={(id) => form.setFieldValue('account_id', id)}
                />
              </>
            }
          >
            <AccountSelect keep={room?.account.account_id} />
          </Field>
          <Field
            schema={RoomDraft}
            name="pc_id"
            help={
              <>
                {t('field_pc_hint')}{' '}
                <AddButton
                  of="pc"
                  label={t('add_pc')}
                  onAdded={(id) => form.setFieldValue('pc_id', id)}
                />
              </>
            }
          >
            <PcSelect />
          </Field>
          <Field schema={RoomDraft} name="mode">
            <Segmented options={optionsOf(RoomMode, lang)} />
          </Field>
          <Field schema={RoomDraft} name="actor" help={t('field_actor_hint')}>
            <Input maxLength={20} />
          </Field>
        </>
      )}
    </DialogForm>
  )
}

type RoomInput = InputOf<typeof roomApi.create>

const NEW: Partial<RoomInput> = { mode: RoomMode.live }

const asInput = (room: RoomRow): RoomInput => ({
  name: room.name,
  account_id: room.account.account_id,
  pc_id: room.pc?.pc_id ?? null,
  mode: room.mode,
  actor: room.actor,
})
