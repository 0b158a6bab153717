import { Form, Select } from 'antd'
import * as z from 'zod/mini'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { AssetKind } from '@kaibo/contract/asset/asset.enums.ts'
import { AssetSave, type AssetRow } from '@kaibo/contract/asset/asset.schema.ts'
import { AssetType, ModelType } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { field } from '@kaibo/contract/kernel/field.ts'
import { idOf, maybeLine } from '@kaibo/contract/kernel/text.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useSession } from '#client/session.ts'
import { useAddress } from '#kit/address/use-address.ts'
import { LastDay } from '#kit/date/last-day.tsx'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { OrgSelect } from '#domains/lookup/parts/people-selects.tsx'
import { PartsField } from '../parts/parts-field.tsx'

const { shape } = AssetSave
/** The licence is one thing to the call, and three fields here: it is none while nobody is named. */
const AssetFields = z.object({
  kind: shape.kind,
  name: shape.name,
  type: shape.type,
  parts: shape.parts,
  tags: shape.tags,
  org_id: shape.org_id,
  holder: maybeLine(words('授权方', 'Licensed by'), 80),
  expire_at: z.optional(z.nullable(field(words('授权到期', 'Licence ends'), z.int()))),
  document_id: z.optional(z.nullable(idOf(words('授权文件', 'Licence document')))),
})
type Values = z.input<typeof AssetFields>

const { Field, TextField } = fieldsFor<Values>()
const LICENCE = words('授权', 'Licence')
const FOR_ALL = words('不选则所有公会可用', 'Left empty, all guilds may use it')
const EXPIRY = words(
  '到期后不能用它开播，正在播的不受影响。',
  'After it rooms with this cannot start; those on air go on.',
)
const FILES = words('文件', 'Files')
const FILL_HOLDER = words('填了授权方才保存授权。', 'The licence is kept once its holder is named.')

const kinds = Object.values(AssetKind)
const isKind = (value: string | null): value is AssetRow['kind'] =>
  kinds.some((kind) => kind === value)

/** An asset: what it is, its files, whose it is and what allows its use. */
export function AssetForm({ row, onClose }: RecordFormProps<AssetRow>) {
  const speak = useSpeak()
  const lang = useLanguage()
  const { params } = useAddress()
  const isForAll = useSession().info?.groups.some(({ scope }) => scope === 'all')
  const wanted = params.get('kind')
  const kind = isKind(wanted) ? wanted : AssetKind.background
  return (
    <RecordForm
      row={row}
      create={assetApi.save}
      edit={assetApi.save}
      of={({ asset_id }) => ({ id: asset_id })}
      noun={nouns.asset}
      fresh={{ kind, parts: {}, tags: [], type: 0 }}
      schema={AssetFields}
      asInput={asInput}
      asCall={(values: Values) => ({
        ...asCall(values),
        // Nobody chosen: for all. Whoever sees one guild alone saves for that
        org_id: isForAll ? (values.org_id ?? null) : undefined,
      })}
      show={(name) => (name === 'parts' ? speak(FILES) : undefined)}
      onClose={onClose}
    >
      <Field name="kind">
        <Select options={optionsOf(AssetKind, lang)} disabled={row !== undefined} />
      </Field>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue, setFieldValue }) => {
          const of = getFieldValue('kind') as AssetRow['kind']
          const types = of === AssetKind.actor ? ModelType : hasLayer(of) ? AssetType : undefined
          return (
            <>
              <Field name="parts">
                <PartsField
                  key={of}
                  kind={of}
                  row={row}
                  onNamed={(name) => {
                    if (!getFieldValue('name')) setFieldValue('name', name)
                  }}
                />
              </Field>
              <TextField name="name" />
              {types ? (
                <Field name="type">
                  <Select options={optionsOf(types, lang)} />
                </Field>
              ) : null}
            </>
          )
        }}
      </Form.Item>
      <Field name="tags">
        <Select mode="tags" maxCount={20} tokenSeparators={[',', '，', '、', ' ']} open={false} />
      </Field>
      {isForAll ? (
        <Field name="org_id" help={speak(FOR_ALL)}>
          <OrgSelect />
        </Field>
      ) : null}
      <FormPart title={speak(LICENCE)} />
      <TextField name="holder" help={speak(FILL_HOLDER)} />
      <Field name="expire_at" help={speak(EXPIRY)}>
        <LastDay />
      </Field>
      <Field name="document_id">
        <DocumentSelect kept={row?.licence?.document} />
      </Field>
    </RecordForm>
  )
}

const hasLayer = (kind: AssetRow['kind']): boolean =>
  kind === AssetKind.background || kind === AssetKind.material

const asCall = ({ holder, expire_at, document_id, ...draft }: Values) => ({
  ...draft,
  licence: holder ? { holder, expire_at, document_id } : null,
})

const asInput = ({ kind, name, type, parts, tags, org, licence }: AssetRow): Partial<Values> => ({
  kind,
  name,
  type,
  parts: Object.fromEntries(
    Object.entries(parts).map(([part, { upload_id }]) => [part, { upload_id }]),
  ),
  tags,
  org_id: org?.id ?? null,
  holder: licence?.holder ?? '',
  expire_at: licence?.expire_at ?? null,
  document_id: licence?.document?.id ?? null,
})

interface Control<Value> {
  id?: string
  value?: Value | null
  onChange?: (value: Value | null) => void
}

/** The licence documents that were uploaded. */
function DocumentSelect({
  kept,
  ...control
}: Control<string> & { kept: { id: string; name: string } | null | undefined }) {
  const { data } = useCall(assetApi.list, { kind: AssetKind.document, page_size: 200 })
  const found = data?.list.map(({ asset_id, name }) => ({ value: asset_id, label: name })) ?? []
  const isKnown = !kept || found.some(({ value }) => value === kept.id)
  const options = isKnown ? found : [{ value: kept.id, label: kept.name }, ...found]
  return (
    <Select
      {...(control.id === undefined ? {} : { id: control.id })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={control.value ?? null}
      options={options}
      onChange={(value?: string) => control.onChange?.(value ?? null)}
    />
  )
}
