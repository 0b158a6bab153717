import { use, useMemo, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { useDraft, type DraftEntry } from '#client/drafts.ts'
import { CallError } from '#client/errors.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { refreshAll } from '#client/query.ts'
import { useSpeak } from '#client/language.ts'
import { phrases } from '#kit/noun/phrases.ts'
import { DialogForm } from './dialog-form.tsx'
import type { Proposed } from './form-state.ts'
import { OlderVersion } from './older-version.ts'
import { Others } from './others.tsx'

interface Versioned {
  version: number
  name?: string
}

/** A record's form: edits `row`, or makes a new record without one. */
export interface RecordFormProps<Row> {
  row?: Row | undefined
  onClose: () => void
  /** In place of closing it, where what was saved is needed. */
  onSaved?: (saved: Row) => void
}

/** A form's values and initial values. */
interface Begin<Row, Values> {
  /** Initial values of a new record. */
  fresh?: Partial<Values>
  /** A record as the form's values. */
  asInput?: (row: Row) => Partial<Values>
}

interface Face {
  /** The kind of record, for the form's title and button. */
  noun: Words
  /** The record's name for the title, where it is not `name`. */
  called?: string | undefined
  title?: string | undefined
  /** A value as text, for the choice between my value and theirs. */
  show?: (name: string, value: unknown) => string | undefined
  children: ReactNode
}

/**
 * The calls that make a record and change it: fields, rules, what is loaded anew and the draft's name are those of their
 * contract lines.
 */
interface Calls<Row, C extends Endpoint, E extends Endpoint> {
  create: C
  /** What a new record belongs to, where that is no field of the form: `{ game_id }`. */
  within?: Partial<InputOf<C>>
  edit: E
  /** The part of the edit's input that names the record: `{ id }`. */
  of: (row: Row) => Partial<InputOf<E>>
}

/** For a form whose values differ from its calls' input. */
interface Turned<Row, E extends Endpoint, S extends z.ZodMiniObject> {
  schema: S
  /** The input to send; the record's id and version are added. */
  asCall: (values: z.input<S>, row: Row | undefined) => InputOf<E>
}

type Props<Row, C extends Endpoint, E extends Endpoint> = RecordFormProps<Row> &
  Face &
  Calls<Row, C, E>

/** The form that makes or edits a record, with drafts and conflict handling. A domain names its two calls and writes the fields. */
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
  const t = useText('form')
  const endpoint = row ? edit : create
  const name: Values = row ? of(row) : (props.within ?? {})
  const stored = useDraft(draftName(endpoint, name, row === undefined))
  const older = use(OlderVersion)
  const [proposed] = useState<Proposed | undefined>(
    () =>
      older &&
      row && {
        // The server has read it by the schema of the call that answers such rows.
        values: asInput(older.row as Row),
        message: t('olderOf', { at: instantText(older.at), name: older.username }),
      },
  )
  // An older version is put over what the record is, not over what was typed another time.
  const [kept] = useState(() => (proposed ? undefined : stored.read()))
  const [begun] = useState(() => (row ? asInput(row) : fresh))
  const [newest, setNewest] = useState(row?.version ?? 0)
  // A draft is saved on the version it was typed on, so that a newer version leads to a conflict and is not overwritten.
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
      {...(proposed ? { proposed } : { draft })}
      newer={newer}
      right={readRightOf(endpoint)}
      head={row ? <Others edit={edit} id={Object.values(name).join()} /> : null}
      show={props.show}
      onSubmit={save}
      // The call answers such a row
      onSaved={(saved) => (props.onSaved ? props.onSaved(saved as Row) : onClose())}
      onClose={onClose}
    >
      <OlderVersion value={undefined}>{props.children}</OlderVersion>
    </DialogForm>
  )
}

type Values = Record<string, unknown>

const draftName = ({ name }: Endpoint, of: Values, isNew: boolean) =>
  [name.slice(0, name.indexOf('.')), ...Object.values(of), ...(isNew ? ['new'] : [])].join(':')

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
