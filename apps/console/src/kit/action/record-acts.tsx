import { EditOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type * as z from 'zod/mini'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { enableOf } from '@kaibo/contract/kernel/record.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import { act } from './act.ts'
import type { Action, FormAct } from './action.ts'
import { enabling, type EnablingHints } from './enabling.tsx'
import './action.i18n.ts'

const t = wordsOf('action')

interface Plain {
  id: string
  name: string
  enabled: z.infer<ReturnType<typeof enableOf>>['enabled']
}

interface RecordActs<Row> {
  noun: Words
  edit: Endpoint
  enable: Endpoint<ReturnType<typeof enableOf>>
  Form: FormAct<Row>['Form']
  /** The contract's own rule of the record; all of it may be done where there is none. */
  can?: (act: 'edit' | 'enable' | 'disable', row: Row) => true | Words
  hints: EnablingHints<Row>
  bulkHint?: Words
}

/** What is done to most records: their form, and to disable and enable them. */
export function recordActs<Row extends Plain>({
  edit,
  enable,
  Form,
  can = () => true,
  ...said
}: RecordActs<Row>): Action<Row>[] {
  return [
    act<Row>(edit, {
      name: 'edit',
      label: t('edit'),
      icon: <EditOutlined aria-hidden />,
      enabled: (row) => can('edit', row),
      idOf: ({ id }) => id,
      Form,
    }),
    ...enabling<Row, typeof enable>(enable, {
      ...said,
      can,
      isEnabled: ({ enabled }) => enabled === OpenStatus.open,
      input: ({ id }, enabled) => ({ id, enabled }),
      nameOf: ({ name }) => name,
    }),
  ]
}
