import { Input } from 'antd'
import { commissionApi } from '@kaibo/contract/commission/commission.api.ts'
import type { BackAccountRow } from '@kaibo/contract/commission/commission.schema.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { optionLists, useOptionName } from '#domains/lookup/lookup.options.ts'
import { GameSelect } from '#domains/lookup/parts/selects.tsx'
import { StudioSelect } from '#domains/lookup/parts/people-selects.tsx'
import { useSpeak } from '#client/language.ts'

const { Field, TextField } = fieldsOf(commissionApi.saveAccount)

/** The server sends the number masked: it is typed anew, or left empty to keep it. */
export function BackAccountForm({ row, onClose }: RecordFormProps<BackAccountRow>) {
  const studioName = useOptionName(optionLists.studios)
  const gameName = useOptionName(optionLists.games)
  const kept =
    row &&
    words(`现为 ${row.account_no}，不填则不变。`, `Now ${row.account_no}; left empty, it stays.`)
  const speak = useSpeak()
  return (
    <RecordForm
      row={row}
      create={commissionApi.saveAccount}
      edit={commissionApi.saveAccount}
      of={({ id }) => ({ id })}
      noun={nouns.backAccount}
      asInput={({ name, holder, bank, note, studio, game }) => ({
        name,
        holder,
        bank,
        note,
        studio_id: studio.id,
        game_id: game?.id ?? null,
      })}
      show={(name, value) =>
        name === 'studio_id'
          ? studioName(String(value))
          : name === 'game_id' && typeof value === 'string'
            ? gameName(value)
            : undefined
      }
      onClose={onClose}
    >
      <TextField name="name" />
      <Field name="studio_id">
        <StudioSelect />
      </Field>
      <Field name="game_id">
        <GameSelect />
      </Field>
      <TextField name="holder" />
      <TextField name="bank" />
      <TextField name="account_no" required={!row} help={kept && speak(kept)} autoComplete="off" />
      <Field name="note">
        <Input.TextArea maxLength={200} autoSize />
      </Field>
    </RecordForm>
  )
}
