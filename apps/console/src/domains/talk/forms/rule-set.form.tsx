import { Input, Select } from 'antd'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { RuleKind } from '@kaibo/contract/talk/kind.enums.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { GameSelect } from '#domains/lookup/parts/selects.tsx'
import { useText } from '#client/i18n.ts'
import '../talk.i18n.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'

const { Field, TextField } = fieldsOf(talkApi.add, talkApi.update)

/** What a set is called; what is in it is written in its editor. */
export function RuleSetForm({ row, onClose }: RecordFormProps<RuleRow>) {
  const lang = useLanguage()
  const t = useText('talk')
  return (
    <RecordForm
      row={row}
      create={talkApi.add}
      edit={talkApi.update}
      of={({ rule_id }) => ({ rule_id })}
      fresh={{ kind: RuleKind.talk }}
      noun={nouns.ruleSet}
      asInput={({ name, note }) => ({ name, note })}
      onClose={onClose}
    >
      <TextField name="name" />
      {row ? (
        <Field name="note">
          <Input.TextArea maxLength={200} autoSize />
        </Field>
      ) : (
        <>
          <Field name="kind">
            <Select options={optionsOf(RuleKind, lang)} />
          </Field>
          <Field name="game_id" help={t('game_hint')}>
            <GameSelect />
          </Field>
        </>
      )}
    </RecordForm>
  )
}
