import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { DataType, VarCalcType } from '@kaibo/contract/facts/enums.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { VarRow } from '@kaibo/contract/game/variable.rows.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { wordsOf } from '#client/i18n.ts'
import { columnsOf } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { createVariable, VARIABLE, variableActions } from '../game.actions.tsx'
import '../game.i18n.ts'

const t = wordsOf('game')
const { column, text, instant, filter } = columnsOf(gameApi.vars, gameApi.addVar)

const variables: ListPageProps<typeof gameApi.vars> = {
  name: 'game.vars',
  words: listWords(VARIABLE, { title: VARIABLE, hint: t('vars_hint') }),
  endpoint: gameApi.vars,
  rowKey: 'var_id',
  nameOf: ({ name }) => name,
  columns: [
    text('name', { width: 140, title: VARIABLE }),
    text('key', { width: 140, card: 'meta' }),
    column<VarRow>('game', { width: 130, card: 'meta' }, ({ game }) => game.name),
    column<VarRow>('data_type', { width: 90 }, ({ data_type }, { lang }) =>
      labelOf(DataType, data_type, lang),
    ),
    column<VarRow>('calc', { width: 110, card: 'meta' }, ({ calc }, { lang }) =>
      labelOf(VarCalcType, calc, lang),
    ),
    column<VarRow>('value', { width: 130, card: 'meta' }, ({ value }) => value ?? EMPTY_CELL),
    column<VarRow>(
      'references',
      { width: 120 },
      ({ references }, { lang }) =>
        (references === 0 ? t('not_used') : t('used', { count: references }))[lang],
    ),
    instant('updated_at', { width: 140 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find_var')),
    filter({ kind: 'options', name: 'game_id', from: lookupApi.games }),
    filter({ kind: 'enum', name: 'calc', of: VarCalcType }),
  ],
  actions: variableActions,
  create: createVariable,
  find: (var_id) => ({ var_id }),
  refetchMs: 5_000,
}

export default function LiveDataPage() {
  return <ListPage {...variables} />
}
