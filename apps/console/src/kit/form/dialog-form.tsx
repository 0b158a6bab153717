import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, Form, Modal, type FormInstance } from 'antd'
import type * as z from 'zod/mini'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'

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

interface DialogFormProps<S extends z.ZodMiniObject> {
  schema: S
  open: boolean
  title: string
  /** Says what happens: 保存直播间, not 确定. */
  submit: string
  cancel: string
  initial: Partial<z.input<S>>
  /** Keeps what was typed through a lost login or a closed tab; absent for forms that hold secrets. */
  draft?: Draft
  /** Resolves when it is saved; closing (or showing what came of it) is the caller's. */
  onSubmit: (values: z.input<S>) => Promise<void>
  onClose: () => void
  children: (form: FormInstance) => ReactNode
}

/** A form in a dialog: 640 wide, labels above, errors under their fields, Ctrl+Enter sends, one submit at a time. */
export function DialogForm<S extends z.ZodMiniObject>(props: DialogFormProps<S>) {
  const { schema, open, title, submit, cancel, initial, draft, onSubmit, onClose, children } = props
  const [form] = Form.useForm()
  // One dialog may open another: the same field in both must not share an id.
  const id = useId()
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState<string>()
  const opened = useRef(false)

  useEffect(() => {
    if (open && !opened.current) {
      form.resetFields()
      form.setFieldsValue({ ...initial, ...draft?.read() })
      setFault(undefined)
    }
    opened.current = open
  }, [open, form, initial, draft])

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
      await onSubmit(onlyKnown(schema, values as Record<string, unknown>) as z.input<S>)
      draft?.drop()
    } catch (error) {
      show(error as FormFault)
    } finally {
      setSending(false)
    }
  }

  const leave = () => {
    draft?.drop()
    onClose()
  }
  const show = (error: FormFault) => {
    const known = Object.entries(error.fields ?? {}).filter(([name]) =>
      Object.hasOwn(schema.shape, name),
    )
    form.setFields(known.map(([name, message]) => ({ name, errors: [message] })))
    const first = known[0]
    if (first) form.focusField(first[0])
    else setFault(error.message)
  }

  return (
    <Modal
      open={open}
      title={title}
      width={WIDTH.dialog}
      onCancel={leave}
      mask={{ closable: false }}
      destroyOnHidden
      forceRender
      footer={
        <>
          <Button onClick={leave}>{cancel}</Button>
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
        onValuesChange={(_, all: Record<string, unknown>) => draft?.keep(all)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      >
        {fault ? (
          <p className="form-fault" role="alert">
            {fault}
          </p>
        ) : null}
        {children(form)}
      </Form>
    </Modal>
  )
}

/** The server refuses unknown fields: what a form holds only for itself stays here. */
function onlyKnown(schema: z.ZodMiniObject, values: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => Object.hasOwn(schema.shape, name) && value !== undefined,
    ),
  )
}
