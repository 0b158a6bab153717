import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, Form, Modal, type FormInstance } from 'antd'
import type * as z from 'zod/mini'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { isSecret } from '@kaibo/contract/kernel/field.ts'
import { useText } from '#client/i18n.ts'
import { clashesIn, isSame, type Clash } from './conflict.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import './form.css'
import './form.i18n.ts'

/** What a failed call says of the form's fields: 1001 with `data.fields`. */
interface FormFault {
  message: string
  fields?: Record<string, string>
}

interface Draft {
  read(): Record<string, unknown> | undefined
  keep(values: Record<string, unknown>): void
  drop(): void
}

type Values = Record<string, unknown>

export interface DialogFormProps<S extends z.ZodMiniObject> {
  schema: S
  open: boolean
  title: string
  /** Says what happens: 保存直播间, not 确定. */
  submit: string
  cancel: string
  initial: Partial<z.input<S>>
  /** Keeps what was typed through a lost login or a closed tab; secrets are left out of it. */
  draft?: Draft
  /** Resolves when it is saved; closing (or showing what came of it) is the caller's. */
  onSubmit: (values: z.input<S>) => Promise<void>
  onClose: () => void
  /** What somebody else has saved meanwhile, in the form's own terms, where a failure says so. */
  newer?: (error: unknown) => Partial<z.input<S>> | undefined
  /** A value in words, for the choice between mine and theirs. */
  show?: (name: string, value: unknown) => string | undefined
  children: (form: FormInstance) => ReactNode
}

/** A form in a dialog: 640 wide, errors under their fields, Ctrl+Enter sends, one submit at a time, nothing typed is lost. */
export function DialogForm<S extends z.ZodMiniObject>(props: DialogFormProps<S>) {
  const { schema, open, title, submit, cancel, initial, draft, onSubmit, onClose, children } = props
  const t = useText('form')
  const [form] = Form.useForm()
  // One dialog may open another: the same field in both must not share an id.
  const id = useId()
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState<string>()
  const [clash, setClash] = useState<{ message: string; fields: Clash[] }>()
  const [dirty, setDirty] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [restored, setRestored] = useState(false)
  const opened = useRef(false)
  const base = useRef<Values>({})

  useEffect(() => {
    if (open && !opened.current) {
      const kept = draft?.read()
      form.resetFields()
      form.setFieldsValue({ ...initial, ...kept })
      base.current = { ...initial }
      setRestored(kept !== undefined)
      setDirty(kept !== undefined)
      setFault(undefined)
      setClash(undefined)
    }
    opened.current = open
  }, [open, form, initial, draft])

  const valuesNow = () => form.getFieldsValue(true) as Values

  const send = async () => {
    if (sending) return
    const values = await form
      .validateFields()
      .catch((error: { errorFields?: { name: string[] }[] }) => {
        const first = error.errorFields?.[0]
        if (first) form.focusField(first.name)
      })
    if (!values) return
    setSending(true)
    setFault(undefined)
    try {
      // What is saved needs no guard, also while the page changes behind it.
      setDirty(false)
      await onSubmit(onlyKnown(schema, values as Values) as z.input<S>)
      draft?.drop()
    } catch (error) {
      setDirty(true)
      meet(error)
    } finally {
      setSending(false)
    }
  }

  const meet = (error: unknown) => {
    const theirs = props.newer?.(error) as Values | undefined
    if (!theirs) return show(error as FormFault)
    const fields = clashesIn(schema, { mine: valuesNow(), base: base.current, theirs })
    for (const one of fields) if (one.take === 'theirs') form.setFieldValue(one.name, one.theirs)
    base.current = theirs
    setClash({ message: (error as Error).message, fields })
  }

  const take = (name: string, whose: Clash['take']) => {
    const one = clash?.fields.find((field) => field.name === name)
    if (!clash || !one) return
    form.setFieldValue(name, one[whose])
    const fields = clash.fields.map((field) =>
      field.name === name ? { ...field, take: whose } : field,
    )
    setClash({ ...clash, fields })
  }

  const show = (error: FormFault) => {
    const known = Object.entries(error.fields ?? {}).filter(([name]) =>
      Object.hasOwn(schema.shape, name.split('.')[0] ?? ''),
    )
    form.setFields(
      known.map(([name, message]) => ({ name: name.split('.')[0], errors: [message] })),
    )
    const first = known[0]?.[0].split('.')[0]
    if (first) form.focusField(first)
    else setFault(error.message)
  }

  const close = () => {
    setLeaving(false)
    if (!dirty) draft?.drop()
    onClose()
  }
  const startOver = () => {
    draft?.drop()
    form.resetFields()
    form.setFieldsValue(base.current)
    setRestored(false)
    setDirty(false)
  }

  return (
    <Modal
      open={open}
      title={title}
      width={WIDTH.dialog}
      onCancel={() => (dirty ? setLeaving(true) : close())}
      mask={{ closable: false }}
      destroyOnHidden
      forceRender
      footer={
        <>
          <Button onClick={() => (dirty ? setLeaving(true) : close())}>{cancel}</Button>
          <Button type="primary" loading={sending} onClick={() => void send()}>
            {submit}
          </Button>
        </>
      }
    >
      <Form
        form={form}
        name={id}
        layout="vertical"
        requiredMark
        scrollToFirstError
        onValuesChange={(_, all: Values) => {
          draft?.keep(withoutSecrets(schema, all))
          setDirty(Object.keys(all).some((name) => !isSame(all[name], base.current[name])))
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      >
        {restored ? (
          <p className="form-restored" role="status">
            {t('restored')}{' '}
            <Button type="link" size="small" onClick={startOver}>
              {t('discard')}
            </Button>
          </p>
        ) : null}
        {fault ? (
          <p className="form-fault" role="alert">
            {fault}
          </p>
        ) : null}
        {clash ? (
          <ConflictPanel
            message={clash.message}
            clashes={clash.fields}
            onTake={take}
            show={props.show}
          />
        ) : null}
        {children(form)}
      </Form>
      <LeaveGuard
        dirty={open && dirty}
        keepsDraft={draft !== undefined}
        leaving={leaving}
        onLeave={close}
        onStay={() => setLeaving(false)}
      />
    </Modal>
  )
}

/** The server refuses unknown fields: what a form holds only for itself stays here. */
function onlyKnown(schema: z.ZodMiniObject, values: Values) {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(schema.shape, name) && value !== undefined,
    ),
  )
}

const withoutSecrets = (schema: z.ZodMiniObject, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = (schema.shape as Record<string, z.core.$ZodType>)[name]
      return !field || !isSecret(field)
    }),
  )
