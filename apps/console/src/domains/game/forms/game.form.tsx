import { Form, Input, InputNumber, Select } from 'antd'
import { GameType, IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { LaunchKind } from '@kaibo/contract/game/game.schema.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { LastDay } from '#kit/date/last-day.tsx'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { OptionsSelect } from '#kit/select/option-select.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { StudioSelect } from '#domains/lookup/parts/people-selects.tsx'
import { MapFields } from '../parts/map-fields.tsx'
import '../game.i18n.ts'

const { Field, TextField } = fieldsOf(gameApi.add, gameApi.update)

/** A game: whose it is, how it starts, and what gifts and danmu do in it. */
export function GameForm({ row, onClose }: RecordFormProps<GameRow>) {
  const t = useText('game')
  const lang = useLanguage()
  const isStudio = useSession().info?.user.is_gs === IsOrNot.is
  return (
    <RecordForm
      row={row}
      create={gameApi.add}
      edit={gameApi.update}
      of={({ game_id }) => ({ game_id })}
      noun={nouns.game}
      fresh={{ type: GameType.danmu, ...(isStudio ? {} : { launch: { kind: LaunchKind.manual } }) }}
      asInput={(game) => asInput(game, isStudio)}
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="icon" />
      <Field name="type">
        <Select options={optionsOf(GameType, lang)} />
      </Field>
      {isStudio ? null : (
        <>
          <FormPart title={t('part_allowed')} />
          <Field name="owner_org_id">
            <StudioSelect />
          </Field>
          <Field name="org_ids" help={t('allowed_hint')}>
            <OptionsSelect
              from={optionLists.orgs}
              kept={row?.orgs.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <Field name="auth_expire_at" help={t('until_hint')}>
            <LastDay />
          </Field>
          <Field name="launch.kind" help={t('launch_hint')}>
            <Select options={optionsOf(LaunchKind, lang)} />
          </Field>
          <Form.Item noStyle dependencies={[['launch', 'kind']]}>
            {({ getFieldValue }) =>
              getFieldValue(['launch', 'kind']) === LaunchKind.manual ? (
                <Field name="launch.process_name">
                  <Input maxLength={100} />
                </Field>
              ) : (
                <Field name="launch.package">
                  <Input maxLength={64} />
                </Field>
              )
            }
          </Form.Item>
        </>
      )}
      <FormPart title={t('part_play')} />
      <Field name="round_max_min" help={t('maps_hint')}>
        <InputNumber min={1} max={120} />
      </Field>
      <MapFields />
    </RecordForm>
  )
}

type Edit = InputOf<typeof gameApi.update>

const asInput = (row: GameRow, isStudio: boolean): Partial<Edit> => ({
  name: row.name,
  icon: row.icon,
  type: row.type,
  round_max_min: row.round_max_min,
  camps: row.camps,
  commands: row.commands,
  gift_map: row.gift_map,
  keyword_map: row.keyword_map,
  ...(isStudio
    ? {}
    : {
        owner_org_id: row.owner?.id ?? null,
        org_ids: row.orgs.map(({ id }) => id),
        auth_expire_at: row.auth_expire_at,
        launch: row.launch,
      }),
})
