import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Words as Said } from '@kaibo/contract/kernel/words.ts'
import { textOf } from '#client/i18n.ts'
import type { Action, Words } from './action.ts'
import './action.i18n.ts'

const t = textOf('action')

interface Enabling<Row> {
  right: string
  /** The contract's own rule of the record. */
  can: (act: 'enable' | 'disable') => (row: Row) => true | Said
  isEnabled: (row: Row) => boolean
  set: (row: Row, enabled: ValueOf<typeof OpenStatus>) => Promise<unknown>
  nameOf: (row: Row) => string
  /** What is asked before each. */
  ask: Record<'enable' | 'disable', (row: Row) => { title: string; hint: string }>
  /** Has both done with many as well: what disabling them takes away. */
  bulkHint?: Words
  refreshes: readonly Endpoint[]
}

/** To disable a record and to enable it again; the one that applies shows. */
export function enabling<Row>(of: Enabling<Row>): Action<Row>[] {
  const { right, can, isEnabled, nameOf, ask, bulkHint, refreshes } = of
  const disable = (row: Row) => of.set(row, OpenStatus.close)
  const enable = (row: Row) => of.set(row, OpenStatus.open)
  return [
    {
      name: 'disable',
      label: () => t('disable'),
      icon: <StopOutlined aria-hidden />,
      right,
      danger: true,
      enabled: can('disable'),
      applies: isEnabled,
      confirm: ask.disable,
      run: disable,
      refreshes,
      done: (row) => t('disabled_done', { name: nameOf(row) }),
      ...(bulkHint && {
        bulk: { label: () => t('bulk_disable'), hint: bulkHint, run: disable, refreshes },
      }),
    },
    {
      name: 'enable',
      label: () => t('enable'),
      icon: <CheckCircleOutlined aria-hidden />,
      right,
      enabled: can('enable'),
      applies: (row) => !isEnabled(row),
      confirm: ask.enable,
      run: enable,
      refreshes,
      done: (row) => t('enabled_done', { name: nameOf(row) }),
      ...(bulkHint && { bulk: { label: () => t('bulk_enable'), run: enable, refreshes } }),
    },
  ]
}
