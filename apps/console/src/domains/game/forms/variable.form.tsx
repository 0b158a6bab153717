import { Form, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { DataType, VarCalcType } from '@kaibo/contract/facts/enums.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { VarRow } from '@kaibo/contract/game/variable.rows.schema.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { GameSelect } from '#domains/lookup/parts/selects.tsx'
import { VARIABLE } from '../game.actions.tsx'
import { HowField } from '../parts/how-field.tsx'
import type { Choice } from '../parts/operand-input.tsx'
import { TryVariable } from '../parts/try-variable.tsx'
import '../game.i18n.ts'

const { Field, TextField } = fieldsOf(gameApi.addVar, gameApi.updateVar)

/** A variable of a game: stored, or computed of others, which can be tried here. */
export function VariableForm({ row, onClose }: RecordFormProps<VarRow>) {
  const t = useText('game')
  const lang = useLanguage()
  const [search] = useSearchParams()
  const chosen = search.get('game_id')
  return (
    <RecordForm
      row={row}
      create={gameApi.addVar}
      edit={gameApi.updateVar}
      of={({ var_id }) => ({ var_id })}
      noun={VARIABLE}
      fresh={{
        ...(chosen && { game_id: chosen }),
        data_type: DataType.number,
        how: { calc: VarCalcType.common, scope: 'room', reset: 'round', default: 0 },
      }}
      asInput={({ key, name, data_type, how }) => ({ key, name, data_type, how })}
      onClose={onClose}
    >
      {row ? null : (
        <Field name="game_id">
          <GameSelect />
        </Field>
      )}
      <TextField name="name" />
      <TextField name="key" help={t('var_key_hint', { mark: '{{标识}}' })} />
      <Field name="data_type">
        <Select options={optionsOf(DataType, lang)} />
      </Field>
      <How game_id={row?.game.id} own={row?.key} />
    </RecordForm>
  )
}

interface HowProps {
  game_id: string | undefined
  own: string | undefined
}

function How({ game_id: given, own }: HowProps) {
  const typed = Form.useWatch('game_id') as string | undefined
  const type = Form.useWatch('data_type') as number | undefined
  const game_id = given ?? typed
  return (
    <>
      <Field name="how">
        <Chosen game_id={game_id} own={own} isNumber={type !== DataType.string} />
      </Field>
      {game_id ? <TryVariable game_id={game_id} /> : null}
    </>
  )
}

type ChosenProps = Omit<Parameters<typeof HowField>[0], 'choices'> & HowProps

/** With what the game has to choose from: its other variables, and the fields of events. */
function Chosen({ game_id, own, ...rest }: ChosenProps) {
  const vars = useCall(lookupApi.vars, game_id ? { game_id } : {})
  const events = useCall(lookupApi.events, game_id ? { game_id } : {})
  const choices = new Map<string, Choice>()
  for (const { id, name } of vars.data?.list ?? [])
    if (id !== own) choices.set(id, { value: id, label: name })
  for (const { payload } of events.data?.list ?? [])
    for (const { key, label } of payload) choices.set(key, { value: key, label })
  return <HowField {...rest} choices={[...choices.values()]} />
}
