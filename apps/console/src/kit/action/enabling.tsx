import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Words as Said } from '@kaibo/contract/kernel/words.ts'
import { textOf } from '#client/i18n.ts'
import type { Session } from '#client/session.ts'
import { act } from './act.ts'
import type { Action, Words } from './action.ts'
import './action.i18n.ts'

const t = textOf('action')

interface Enabling<Row, E extends Endpoint> {
  /** The contract's own rule of the record. */
  can: (act: 'enable' | 'disable') => (row: Row, session: Session) => true | Said
  isEnabled: (row: Row) => boolean
  input: (row: Row, enabled: ValueOf<typeof OpenStatus>) => InputOf<E>
  nameOf: (row: Row) => string
  /** What is asked before each. */
  ask: Record<'enable' | 'disable', (row: Row) => { title: string; hint: string }>
  /** Has both done with many as well: what disabling them takes away. */
  bulkHint?: Words
}

/** To disable a record and to enable it again, by one call; the one that applies shows. */
export function enabling<Row, E extends Endpoint>(
  endpoint: E,
  { can, isEnabled, input, nameOf, ask, bulkHint }: Enabling<Row, E>,
): Action<Row>[] {
  return [
    act<Row, E>(endpoint, {
      name: 'disable',
      label: () => t('disable'),
      icon: <StopOutlined aria-hidden />,
      danger: true,
      enabled: can('disable'),
      applies: isEnabled,
      confirm: ask.disable,
      input: (row) => input(row, OpenStatus.close),
      done: (row) => t('disabled_done', { name: nameOf(row) }),
      ...(bulkHint && { bulk: { label: () => t('bulk_disable'), hint: bulkHint } }),
    }),
    act<Row, E>(endpoint, {
      name: 'enable',
      label: () => t('enable'),
      icon: <CheckCircleOutlined aria-hidden />,
      enabled: can('enable'),
      applies: (row) => !isEnabled(row),
      confirm: ask.enable,
      input: (row) => input(row, OpenStatus.open),
      done: (row) => t('enabled_done', { name: nameOf(row) }),
      ...(bulkHint && { bulk: { label: () => t('bulk_enable') } }),
    }),
  ]
}
