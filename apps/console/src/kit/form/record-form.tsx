import { useState, type ReactNode } from 'react'
import type { FormInstance } from 'antd'
import type * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { useDraft } from '#client/drafts.ts'
import { CallError } from '#client/http.ts'
import { refresh } from '#client/query.ts'
import { DialogForm } from './dialog-form.tsx'

interface Versioned {
  version: number
}

interface RecordFormProps<Row extends Versioned, S extends z.ZodMiniObject> {
  /** The record to change; a new one without. */
  row: Row | undefined
  schema: S
  /** What the draft is kept under: the record's kind, and which one. */
  draft: string
  title: string
  submit: string
  cancel: string
  /** The record as the form has it. */
  asInput: (row: Row) => Partial<z.input<S>>
  /** What a new one begins with. */
  fresh: Partial<z.input<S>>
  /** `version`: the one that was looked at, or after a conflict the one that the other person saved. */
  save: (values: z.input<S>, version: number) => Promise<unknown>
  /** Lists that show it. */
  refreshes: readonly Endpoint[]
  show?: (name: string, value: unknown) => string | undefined
  onClose: () => void
  children: (form: FormInstance) => ReactNode
}

/** Makes a record or changes it: draft, stale version and all. A domain writes its fields and its two calls. */
export function RecordForm<Row extends Versioned, S extends z.ZodMiniObject>(
  props: RecordFormProps<Row, S>,
) {
  const { row, schema, asInput, fresh, save, refreshes, onClose, show, children } = props
  const draft = useDraft(props.draft)
  const [version, setVersion] = useState(row?.version ?? 0)
  const [initial] = useState(() => (row ? asInput(row) : fresh))

  const newer = (error: unknown) => {
    if (!(error instanceof CallError) || error.code !== Code.conflict) return undefined
    if (!isVersioned(error.data)) return undefined
    setVersion(error.data.version)
    return asInput(error.data as Row)
  }
  return (
    <DialogForm
      schema={schema}
      open
      title={props.title}
      submit={props.submit}
      cancel={props.cancel}
      initial={initial}
      draft={draft}
      newer={newer}
      {...(show ? { show } : {})}
      onSubmit={async (values) => {
        await save(values, version)
        refreshes.forEach(refresh)
        onClose()
      }}
      onClose={onClose}
    >
      {children}
    </DialogForm>
  )
}

const isVersioned = (data: unknown): data is Versioned =>
  typeof data === 'object' && data !== null && 'version' in data
