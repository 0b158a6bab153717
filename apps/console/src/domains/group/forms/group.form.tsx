import { Radio } from 'antd'
import * as z from 'zod/mini'
import { rightWords } from '@kaibo/contract/facts/domains.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { ADMIN_GROUP } from '@kaibo/contract/group/group.rules.ts'
import { GroupDraft, groupKinds, type GroupRow } from '@kaibo/contract/group/group.schema.ts'
import { labelOf, optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { field } from '@kaibo/contract/kernel/field.ts'
import { useText } from '#client/i18n.ts'
import { listed, useLanguage } from '#client/language.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { words } from '@kaibo/contract/kernel/words.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { RightsTree } from '../parts/rights-tree.tsx'
import { menuLabel, type Rights } from '../group.present.ts'
import '../group.i18n.ts'
import styles from './group.module.css'
import textStyles from '#kit/text/text.module.css'

/** The tree is one field in the form and two in the call: menus and actions. */
const { menus, actions, id: _id, version: _version, ...others } = GroupDraft.shape
const GroupInput = z.object({
  ...others,
  rights: field(words('菜单与操作', 'Menu and rights'), z.object({ menus, actions })),
})
type GroupInput = z.input<typeof GroupInput>
const { ChoiceField, Field, TextField } = fieldsFor<GroupInput>()

/** Of the administrators' group only the login rules can be changed; other fields are hidden. */
export function GroupForm({ row, onClose }: RecordFormProps<GroupRow>) {
  const t = useText('group')
  const lang = useLanguage()
  const scopes = (['all', 'org', 'own'] as const).map((value) => ({
    value,
    label: t(`scope_${value}`),
  }))
  const show = (name: string, value: unknown) => {
    if (name === 'scope') return scopes.find((scope) => scope.value === value)?.label
    if (name === 'kind') return labelOf(groupKinds, String(value), lang)
    if (name === 'single_login' || name === 'otp_required')
      return labelOf(IsOrNot, Number(value), lang)
    if (name !== 'rights') return undefined
    const rights = value as Rights
    const acts = rights.actions.map((action) => rightWords(action)[lang])
    return listed([...rights.menus.map((one) => menuLabel(one, lang)), ...acts], lang)
  }
  return (
    <RecordForm
      row={row}
      create={groupApi.save}
      edit={groupApi.save}
      of={({ id }) => ({ id })}
      schema={GroupInput}
      noun={nouns.group}
      asInput={asInput}
      fresh={FRESH}
      show={show}
      asCall={(values: GroupInput) => {
        // Hidden fields are not in the values.
        const { rights, ...draft } = { ...(row && asInput(row)), ...values }
        return { ...draft, ...rights }
      }}
      onClose={onClose}
    >
      {row?.id === ADMIN_GROUP ? (
        <p className={textStyles.hint}>{t('admins_hint')}</p>
      ) : (
        <>
          <TextField name="name" />
          <ChoiceField name="kind" help={t('kind_hint')} options={optionsOf(groupKinds, lang)} />
          <Field name="scope">
            <Radio.Group options={scopes} className={styles.scopes} />
          </Field>
          <Field name="rights">
            <RightsTree />
          </Field>
        </>
      )}
      <Field name="single_login" help={t('single_hint')}>
        <Flag />
      </Field>
      <Field name="otp_required" help={t('otp_hint')}>
        <Flag />
      </Field>
    </RecordForm>
  )
}

const FRESH: Partial<GroupInput> = {
  kind: 'admin',
  scope: 'own',
  rights: { menus: [], actions: [] },
  single_login: IsOrNot.not,
  otp_required: IsOrNot.not,
}

const asInput = (row: GroupRow): GroupInput => ({
  name: row.name,
  kind: row.kind,
  scope: row.scope,
  rights: { menus: row.menus, actions: row.actions },
  single_login: row.single_login,
  otp_required: row.otp_required,
})
