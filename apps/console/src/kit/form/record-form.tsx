import { useMemo, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { useDraft, type DraftEntry } from '#client/drafts.ts'
import { CallError } from '#client/errors.ts'
import { refresh } from '#client/query.ts'
import { DialogForm } from './dialog-form.tsx'

interface Versioned {
  version: number
}

/** A record's form: with a row it changes that, without it makes a new one. */
export interface RecordFormProps<Row> {
  row?: Row | undefined
  onClose: () => void
}

interface Props<Row extends Versioned, S extends z.ZodMiniObject> extends RecordFormProps<Row> {
  schema: S
  /** What the draft is kept under: the record's kind, and which one. */
  draft: string
  title: string
  submit: string
  /** What a new one begins with. */
  fresh?: Partial<z.input<S>>
  /** A record as the form has it. */
  asInput?: (row: Row) => Partial<z.input<S>>
  /** `version`: the one that was looked at, or after a conflict the one that the other person saved. */
  save: (values: z.input<S>, version: number) => Promise<unknown>
  /** The lists that show it. */
  refreshes: readonly Endpoint[]
  /** A value in words, for the choice between mine and theirs. */
  show?: (name: string, value: unknown) => string | undefined
  children: ReactNode
}

/** Makes a record or changes it: draft, stale version and all. A domain writes its fields and its two calls. */
export function RecordForm<Row extends Versioned, S extends z.ZodMiniObject>(props: Props<Row, S>) {
  const { row, schema, fresh = {}, asInput = () => fresh, save, refreshes, onClose } = props
  const stored = useDraft(props.draft)
  const [begun] = useState(() => (row ? asInput(row) : fresh))
  const [newest, setNewest] = useState(row?.version ?? 0)
  // What was typed on an older version is saved on that: whoever has saved since is asked about, not written over.
  const [version, setVersion] = useState(() => Math.min(versionOf(stored.read()) ?? newest, newest))
  const draft = useMemo<DraftEntry>(
    () => ({
      read: () => withoutVersion(stored.read()),
      keep: (values) => stored.keep({ ...values, [VERSION]: version }),
      drop: () => {
        stored.drop()
        setVersion(newest)
      },
    }),
    [stored, version, newest],
  )

  const newer = (error: unknown) => {
    if (!(error instanceof CallError) || error.code !== Code.conflict) return undefined
    const theirs = versionOf(error.data)
    if (theirs === undefined) return undefined
    setNewest(theirs)
    setVersion(theirs)
    return asInput(error.data as Row)
  }
  return (
    <DialogForm
      schema={schema}
      title={props.title}
      submit={props.submit}
      initial={begun}
      draft={draft}
      newer={newer}
      look={refreshes[0]?.can}
      show={props.show}
      onSubmit={(values) => save(values, version).finally(() => refreshes.forEach(refresh))}
      onSaved={onClose}
      onClose={onClose}
    >
      {props.children}
    </DialogForm>
  )
}

const VERSION = 'version'
const Dated = z.object({ [VERSION]: z.int() })
const versionOf = (data: unknown) => z.safeParse(Dated, data).data?.version

function withoutVersion(kept: Record<string, unknown> | undefined) {
  if (!kept) return undefined
  const { [VERSION]: _, ...typed } = kept
  return typed
}
