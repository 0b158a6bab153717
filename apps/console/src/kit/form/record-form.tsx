import { useMemo, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { useDraft, type DraftEntry } from '#client/drafts.ts'
import { CallError } from '#client/errors.ts'
import { call } from '#client/http.ts'
import { refreshAll } from '#client/query.ts'
import { useSpeak } from '#client/language.ts'
import { phrases } from '#kit/noun/phrases.ts'
import { DialogForm } from './dialog-form.tsx'

interface Versioned {
  version: number
  name?: string
}

/** A record's form: with a row it changes that, without it makes a new one. */
export interface RecordFormProps<Row> {
  row?: Row | undefined
  onClose: () => void
}

/** What a form holds, and what it begins with. */
interface Begin<Row, Values> {
  /** What a new one begins with. */
  fresh?: Partial<Values>
  /** A record as the form has it. */
  asInput?: (row: Row) => Partial<Values>
}

interface Face {
  /** What the record is, for the form's title and button. */
  noun: Words
  /** What this one is called, where that is not its `name`. */
  called?: string | undefined
  title?: string | undefined
  /** A value in words, for the choice between mine and theirs. */
  show?: (name: string, value: unknown) => string | undefined
  children: ReactNode
}

/**
 * The calls that make a record and change it: fields, rules, what is loaded anew and the draft's name are those of their
 * contract lines.
 */
interface Calls<Row, C extends Endpoint, E extends Endpoint> {
  create: C
  edit: E
  /** Names the record in the edit's input: `{ id }`. */
  of: (row: Row) => Partial<InputOf<E>>
}

/** Where the form holds something else than its calls take. */
interface Turned<Row, E extends Endpoint, S extends z.ZodMiniObject> {
  schema: S
  /** What is sent of it; the record's name and version are added. */
  asCall: (values: z.input<S>, row: Row | undefined) => InputOf<E>
}

type Props<Row, C extends Endpoint, E extends Endpoint> = RecordFormProps<Row> &
  Face &
  Calls<Row, C, E>

/** Makes a record or changes it: draft, stale version and all. A domain names its two calls and writes its fields. */
export function RecordForm<Row extends Versioned, C extends Endpoint, E extends Endpoint>(
  props: Props<Row, C, E> & Begin<Row, InputOf<C> | InputOf<E>>,
): ReactNode
export function RecordForm<
  Row extends Versioned,
  C extends Endpoint,
  E extends Endpoint,
  S extends z.ZodMiniObject,
>(props: Props<Row, C, E> & Begin<Row, z.input<S>> & Turned<Row, E, S>): ReactNode
export function RecordForm<Row extends Versioned>(
  props: Props<Row, Endpoint, Endpoint> &
    Begin<Row, Values> &
    Partial<Turned<Row, Endpoint, z.ZodMiniObject>>,
) {
  const { row, create, edit, of, noun, fresh = {}, asInput = () => fresh, onClose } = props
  const { asCall = (values: Values) => values } = props
  const speak = useSpeak()
  const endpoint = row ? edit : create
  const name: Values = row ? of(row) : {}
  const stored = useDraft(draftName(endpoint, name))
  const [kept] = useState(stored.read)
  const [begun] = useState(() => (row ? asInput(row) : fresh))
  const [newest, setNewest] = useState(row?.version ?? 0)
  // What was typed on an older version is saved on that: whoever has saved since is asked about, not written over.
  const [version, setVersion] = useState(() => Math.min(versionOf(kept) ?? newest, newest))
  const draft = useMemo<DraftEntry>(
    () => ({
      read: () => withoutVersion(kept),
      keep: (values) => stored.keep({ ...values, [VERSION]: version }),
      drop: () => {
        stored.drop()
        setVersion(newest)
      },
    }),
    [stored, kept, version, newest],
  )

  const save = (values: Values) =>
    call(
      endpoint,
      { ...asCall(values, row), ...name, ...(row && { [VERSION]: version }) },
      { silent: true },
    ).finally(() => refreshAll(endpoint.changes))
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
      schema={props.schema ?? endpoint.input}
      title={props.title ?? speak(titleOf(noun, row && (props.called ?? row.name)))}
      submit={speak(phrases.save(noun))}
      initial={begun}
      draft={draft}
      newer={newer}
      right={readRightOf(endpoint)}
      show={props.show}
      onSubmit={save}
      onSaved={onClose}
      onClose={onClose}
    >
      {props.children}
    </DialogForm>
  )
}

type Values = Record<string, unknown>

const draftName = ({ name }: Endpoint, of: Values) =>
  [
    name.slice(0, name.indexOf('.')),
    ...Object.values(of),
    ...(Object.keys(of).length ? [] : ['new']),
  ].join(':')

const titleOf = (noun: Words, name: string | undefined) =>
  name === undefined ? phrases.create(noun) : phrases.edit(noun, name)

/** The right to see the records of a domain: `org.look` of `org.edit`. */
const readRightOf = ({ can }: Endpoint) => can.replace(/\.\w+$/, '.look')

const VERSION = 'version'
const Dated = z.object({ [VERSION]: z.int() })
const versionOf = (data: unknown) => z.safeParse(Dated, data).data?.version

function withoutVersion(kept: Record<string, unknown> | undefined) {
  if (!kept) return undefined
  const { [VERSION]: _, ...typed } = kept
  return typed
}
