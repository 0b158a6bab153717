import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Session } from '#client/session.ts'
import { phrases } from '#kit/noun/phrases.ts'
import { act } from './act.ts'
import type { Action } from './action.ts'
import './action.i18n.ts'

const t = wordsOf('action')

/** What follows from each, said before it is done. */
export type EnablingHints<Row> = Record<'enable' | 'disable', (row: Row) => Words>

interface Enabling<Row, E extends Endpoint> {
  noun: Words
  /** The contract's own rule of the record. */
  can: (act: 'enable' | 'disable', row: Row, session: Session) => true | Words
  isEnabled: (row: Row) => boolean
  input: (row: Row, enabled: ValueOf<typeof OpenStatus>) => InputOf<E>
  nameOf: (row: Row) => string
  hints: EnablingHints<Row>
  /** Has both done with many as well: what disabling them takes away. */
  bulkHint?: Words | undefined
}

/** To disable a record and to enable it again, by one call; the one that applies shows. */
export function enabling<Row, E extends Endpoint>(
  endpoint: E,
  { noun, can, isEnabled, input, nameOf, hints, bulkHint }: Enabling<Row, E>,
): Action<Row>[] {
  const sides = (act: 'enable' | 'disable') => ({
    name: act,
    label: t(act),
    enabled: (row: Row, session: Session) => can(act, row, session),
    confirm: (row: Row) => ({
      title: phrases[act](noun, nameOf(row)),
      hint: hints[act](row),
    }),
  })
  return [
    act<Row, E>(endpoint, {
      ...sides('disable'),
      icon: <StopOutlined aria-hidden />,
      danger: true,
      applies: isEnabled,
      input: (row) => input(row, OpenStatus.close),
      done: (row) => t('disabled_done', { name: nameOf(row) }),
      ...(bulkHint && { bulk: { label: t('bulk_disable'), hint: bulkHint } }),
    }),
    act<Row, E>(endpoint, {
      ...sides('enable'),
      icon: <CheckCircleOutlined aria-hidden />,
      applies: (row) => !isEnabled(row),
      input: (row) => input(row, OpenStatus.open),
      done: (row) => t('enabled_done', { name: nameOf(row) }),
      ...(bulkHint && { bulk: { label: t('bulk_enable') } }),
    }),
  ]
}
