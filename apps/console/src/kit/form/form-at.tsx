import { Suspense, useState } from 'react'
import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { useCall } from '#client/query.ts'
import { canWith, useSession } from '#client/session.ts'
import { useSpeak } from '#client/language.ts'
import { canAct, missingRight, type Creation, type EditAction } from '#kit/action/action.ts'
import { NEW } from './form-address.ts'
import { FormFailed, FormGone, FormRefused, FormWaiting } from './form-stand-in.tsx'

export interface FormHostProps<Row, E extends Endpoint> {
  edit: EditAction<Row>
  create?: Creation | undefined
  /** What the form is of: `账号`. */
  what: string
  /** Those on screen: their forms open at once. */
  rows: readonly Row[]
  /** Answers one record, for a link to one that is not on screen. */
  endpoint: E
  find: (id: string) => InputOf<E>
  rowIn: (data: DataOf<E>) => Row | undefined
}

interface FormAtProps<Row, E extends Endpoint> extends FormHostProps<Row, E> {
  id: string
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
  const { id, edit, what, rows, endpoint, find, rowIn, onClose } = props
  const { Form } = edit
  const session = useSession()
  const speak = useSpeak()
  // Held from when it was opened: what is loaded anew behind a form must not change it.
  const [row, hold] = useState(() => rows.find((one) => edit.idOf(one) === id))
  const { data, error, isFetching, refetch } = useCall(endpoint, find(id), { enabled: !row })
  const found = data === undefined || isFetching ? undefined : rowIn(data)
  if (!row && found && edit.idOf(found) === id) hold(found)

  const shown = { title: speak(edit.label), onClose }
  const missing = missingRight(session, edit)
  const may = row ? canAct(session, edit, row) : canWith(session, edit.right)
  if (may !== true) return <FormRefused {...shown} reason={speak(may)} missing={missing} />
  if (row)
    return (
      <Suspense fallback={<FormWaiting {...shown} />}>
        <Form row={row} onClose={onClose} />
      </Suspense>
    )
  if (isFetching) return <FormWaiting {...shown} />
  if (error && !error.notFound)
    return <FormFailed {...shown} error={error} onRetry={() => void refetch()} />
  return <FormGone {...shown} what={what} right={endpoint.can} />
}
