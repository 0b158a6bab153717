import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type * as z from 'zod/mini'
import type { RecordKind } from '@kaibo/contract/history/history.schema.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { enableOf } from '@kaibo/contract/kernel/record.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { withHistory } from '#kit/history/history-act.tsx'
import { act } from './act.ts'
import type { Action, FormAct } from './action.ts'
import { enabling, type EnablingHints } from './enabling.tsx'
import { EDIT } from './faces.tsx'

interface Plain {
  id: string
  name: string
  version: number
  enabled: z.infer<ReturnType<typeof enableOf>>['enabled']
}

interface RecordActs<Row> {
  kind: RecordKind
  noun: Words
  edit: Endpoint
  enable: Endpoint<ReturnType<typeof enableOf>, z.ZodMiniType<{ version: number }>>
  Form: FormAct<Row>['Form']
  /** The contract's rule table of the record; without one, every act is allowed. */
  can?: (act: 'edit' | 'enable' | 'disable', row: Row) => true | Words
  hints: EnablingHints<Row>
  asks?: boolean
  bulkHint?: Words
}

/** What is done to most records: their form, and to disable and enable them. */
export function recordActs<Row extends Plain>({
  kind,
  edit,
  enable,
  Form,
  can = () => true,
  ...said
}: RecordActs<Row>): Action<Row>[] {
  const editing = act<Row>(edit, {
    ...EDIT,
    enabled: (row) => can('edit', row),
    idOf: ({ id }) => id,
    Form,
  })
  return [
    ...withHistory(kind, editing, ({ name }) => name),
    ...enabling<Row, typeof enable>(enable, {
      ...said,
      can,
      isEnabled: ({ enabled }) => enabled === OpenStatus.open,
      become: (row, enabled) => ({ ...row, enabled }),
      input: ({ id }, enabled, version) => ({ id, enabled, version }),
      keyOf: ({ id }) => id,
      nameOf: ({ name }) => name,
    }),
  ]
}
