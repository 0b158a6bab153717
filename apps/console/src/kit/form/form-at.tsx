import { Suspense, useState, type ReactNode } from 'react'
import { historyApi } from '@kaibo/contract/history/history.api.ts'
import type { RecordKind } from '@kaibo/contract/history/history.schema.ts'
import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { canWith } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { useSpeak } from '#client/language.ts'
import { canAct, missingRight, type Creation, type EditAction } from '#kit/action/action.ts'
import { NEW } from './form-address.ts'
import { OlderVersion } from './older-version.ts'
import { FormFailed, FormGone, FormRefused, FormWaiting } from './form-stand-in.tsx'

export interface FormHostProps<Row, E extends Endpoint> {
  edit: EditAction<Row>
  create?: Creation | undefined
  /** What the form is of: `账号`. */
  what: string
  /** The rows on screen: their forms open without another request. */
  rows: readonly Row[]
  /** The query for one record, for a link to one that is not on screen. */
  endpoint: E
  find: (id: string) => InputOf<E>
  rowIn: (data: DataOf<E>) => Row | undefined
}

interface FormAtProps<Row, E extends Endpoint> extends FormHostProps<Row, E> {
  id: string
  /** The version that is put into the form, by its number in the record's history. */
  asOf?: number | undefined
  onClose: () => void
}

/** A record's form, or the form of a new one. */
export function FormAt<Row, E extends Endpoint>(props: FormAtProps<Row, E>) {
  return props.id === NEW ? <NewForm {...props} /> : <EditForm {...props} />
}

function NewForm<Row, E extends Endpoint>({
  edit: { Form },
  create,
  onClose,
}: FormAtProps<Row, E>) {
  const session = useSession()
  const speak = useSpeak()
  if (!create) return null
  const shown = { title: speak(create.label), onClose }
  const may = canWith(session, create.right)
  if (may !== true) return <FormRefused {...shown} reason={speak(may)} missing={create.right} />
  return (
    <Suspense fallback={<FormWaiting {...shown} />}>
      <Form onClose={onClose} />
    </Suspense>
  )
}

function EditForm<Row, E extends Endpoint>(props: FormAtProps<Row, E>) {
  const { id, asOf, edit, what, rows, endpoint, find, rowIn, onClose } = props
  const { Form } = edit
  const session = useSession()
  const speak = useSpeak()
  // Kept as it was when the form opened: a refetch of the list must not change the open form.
  const [row, hold] = useState(() => rows.find((one) => edit.idOf(one) === id))
  const { data, error, isFetching, refetch } = useCall(endpoint, find(id), { enabled: !row })
  const found = data === undefined || isFetching ? undefined : rowIn(data)
  if (!row && found && edit.idOf(found) === id) hold(found)

  const shown = { title: speak(edit.label), onClose }
  const missing = missingRight(session, edit)
  const may = row ? canAct(session, edit, row) : canWith(session, edit.right)
  if (may !== true) return <FormRefused {...shown} reason={speak(may)} missing={missing} />
  if (row) {
    const form = (
      <Suspense fallback={<FormWaiting {...shown} />}>
        <Form row={row} onClose={onClose} />
      </Suspense>
    )
    if (asOf === undefined || !edit.kind) return form
    return (
      <FromHistory {...shown} kind={edit.kind} id={id} seq={asOf}>
        {form}
      </FromHistory>
    )
  }
  if (isFetching) return <FormWaiting {...shown} />
  if (error && !error.notFound)
    return <FormFailed {...shown} error={error} onRetry={() => void refetch()} />
  return <FormGone {...shown} what={what} right={endpoint.can} />
}

interface FromHistoryProps {
  kind: RecordKind
  id: string
  seq: number
  title: string
  onClose: () => void
  /** The record's form. */
  children: ReactNode
}

/** The form with an older version of its record in it. */
function FromHistory({ kind, id, seq, children, ...shown }: FromHistoryProps) {
  const t = useText('form')
  const { data, error, refetch } = useCall(historyApi.version, { kind, id, seq })
  // Held from when it came, as the row is.
  const [older, hold] = useState<DataOf<typeof historyApi.version>>()
  if (!older && data) hold(data)
  if (older) return <OlderVersion value={older}>{children}</OlderVersion>
  if (error?.notFound)
    return <FormGone {...shown} what={t('version')} right={historyApi.version.can} />
  if (error) return <FormFailed {...shown} error={error} onRetry={() => void refetch()} />
  return <FormWaiting {...shown} />
}
