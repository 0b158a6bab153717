import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf, optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { AddButton } from '#kit/adder/adder.tsx'
import { useForm } from '#kit/form/form-body.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { optionLists, useOptionName } from '#domains/lookup/lookup.options.ts'
import { AccountSelect, GameSelect, PcSelect } from '#domains/lookup/parts/selects.tsx'
import '../room.i18n.ts'

const { ChoiceField, Field, TextField } = fieldsOf(roomApi.create, roomApi.update)

/** A room's own fields. What it must bind to and is missing — an account, a PC — is added from here. */
export function RoomForm({ row, onClose }: RecordFormProps<RoomRow>) {
  const t = useText('room')
  const lang = useLanguage()
  return (
    <RecordForm
      row={row}
      create={roomApi.create}
      edit={roomApi.update}
      of={({ room_code }) => ({ room_code })}
      noun={nouns.room}
      title={row ? undefined : t('create')}
      fresh={{ mode: RoomMode.live }}
      asInput={asInput}
      show={useShown()}
      onClose={onClose}
    >
      <TextField name="name" />
      <Field
        name="account_id"
        help={
          <Missing
            of="live-account"
            field="account_id"
            hint={t('field_account_hint')}
            label={t('add_account')}
          />
        }
      >
        <AccountSelect keep={row?.account.account_id} />
      </Field>
      <Field
        name="pc_id"
        help={<Missing of="pc" field="pc_id" hint={t('field_pc_hint')} label={t('add_pc')} />}
      >
        <PcSelect />
      </Field>
      <Field name="game_id" help={t('field_game_hint')}>
        <GameSelect />
      </Field>
      <ChoiceField name="mode" options={optionsOf(RoomMode, lang)} />
      <TextField name="actor" help={t('field_actor_hint')} />
    </RecordForm>
  )
}

/** Adds a record that is not there yet, and chooses it. */
function Missing({ of, field, hint, label }: Record<'of' | 'field' | 'hint' | 'label', string>) {
  const { set } = useForm()
  return (
    <>
      {hint} <AddButton of={of} label={label} onAdded={(id) => set(field, id)} />
    </>
  )
}

type RoomInput = InputOf<typeof roomApi.create>

const asInput = (room: RoomRow): RoomInput => ({
  name: room.name,
  account_id: room.account.account_id,
  pc_id: room.pc?.pc_id ?? null,
  game_id: room.game?.id ?? null,
  mode: room.mode,
  actor: room.actor,
})

/** The form's values in words, for whoever has to choose between two. */
function useShown() {
  const t = useText('room')
  const lang = useLanguage()
  const accountName = useOptionName(optionLists.liveAccounts)
  const pcName = useOptionName(optionLists.pcs)
  const gameName = useOptionName(optionLists.games)
  return (name: string, value: unknown): string | undefined => {
    if (name === 'account_id') return accountName(String(value))
    if (name === 'pc_id') return typeof value === 'string' ? pcName(value) : t('no_pc')
    if (name === 'game_id') return typeof value === 'string' ? gameName(value) : t('no_game')
    if (name === 'mode') return labelOf(RoomMode, Number(value), lang)
    return undefined
  }
}
