import { useEffect, useId, useRef, useState } from 'react'
import { Form, type FormInstance } from 'antd'
import type * as z from 'zod/mini'
import type { DraftEntry } from '#client/drafts.ts'
import { CallError } from '#client/errors.ts'
import { toastError } from '#client/toast.ts'
import { useFailedText, useStillOpen } from '#kit/action/still-open.ts'
import { changed, onlyKnown, withoutSecrets, type Values } from './changes.ts'
import { clashesIn, type Clash } from './conflict.ts'
import { useLater } from './later.ts'
import { useUnsaved } from './leave-guard.tsx'
import { partsOf, shownAt } from './path.ts'

/** Who goes on typing has it written down once. */
const DRAFT_AFTER_MS = 300

export interface FormSettings<S extends z.ZodMiniObject, Saved> {
  schema: S
  initial: Partial<z.input<S>>
  /** Keeps what was typed through a lost login or a closed tab; secrets are left out of it. */
  draft?: DraftEntry
  onSubmit: (values: z.input<S>) => Promise<Saved>
  /** Once it is saved, if the form is still there: closing it, or showing what came of it. */
  onSaved: (saved: Saved) => void
  /** What somebody else has saved meanwhile, in the form's own terms, where a failure says so. */
  newer?: (error: unknown) => Partial<z.input<S>> | undefined
}

/**
 * What happens to a form between opening and saving: draft, one submit at a time, the server's faults, two people at once.
 * `what` is what it does, for a failure that comes when it has been left.
 */
export function useFormState<S extends z.ZodMiniObject, Saved>(
  settings: FormSettings<S, Saved>,
  what: string,
): FormState {
  const { schema, initial, draft, onSubmit, onSaved, newer } = settings
  // One dialog may open another: the same field in both must not share an id.
  const id = useId()
  const [form] = Form.useForm<Values>()
  const [base, setBase] = useState<Values>(initial)
  const [restored, setRestored] = useState(() => draft?.read())
  const [shown] = useState(() => new Set<string>())
  const { later, never } = useLater(DRAFT_AFTER_MS)
  const [dirty, setDirty] = useState(restored !== undefined)
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState<Error>()
  const [clash, setClash] = useState<{ message: string; fields: Clash[] }>()
  const tellUnsaved = useUnsaved(dirty, draft !== undefined)
  const isStillOpen = useStillOpen()
  const failedText = useFailedText()
  // Pressed twice within one drawing it is sent once.
  const busy = useRef(false)
  const sent = useRef<Values>({})

  useEffect(() => {
    if (restored) form.setFieldsValue(restored)
  }, [form, restored])

  const note = (against = base) => {
    const typed = changed(schema, form.getFieldsValue(true) as Values, against)
    const kept = withoutSecrets(schema, typed)
    setDirty(Object.keys(typed).length > 0)
    if (Object.keys(kept).length > 0) later(() => draft?.keep(kept))
    else dropDraft()
  }
  const dropDraft = () => {
    never()
    draft?.drop()
  }
  const set = (name: string, value: unknown) => {
    form.setFieldValue(name, value)
    note()
  }

  const submit = async (values: Values) => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    setFault(undefined)
    sent.current = form.getFieldsValue(true) as Values
    try {
      const saved = await onSubmit(onlyKnown(schema, values) as z.input<S>)
      dropDraft()
      tellUnsaved(false)
      if (isStillOpen()) onSaved(saved)
    } catch (error) {
      meet(error)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  const meet = (error: unknown) => {
    if (!(error instanceof Error)) throw error
    if (!isStillOpen()) return toastError(error, failedText(what, error.message))
    const theirs = newer?.(error) as Values | undefined
    if (!theirs) return tell(error)
    const mine = form.getFieldsValue(true) as Values
    const fields = clashesIn(schema, { mine, base, theirs })
    for (const one of fields) if (one.take === 'theirs') form.setFieldValue(one.name, one.theirs)
    setBase(theirs)
    setClash({ message: error.message, fields })
    note(theirs)
  }

  /** Under the fields that it names; over them where one that it names does not show. */
  const tell = (error: Error) => {
    const named = Object.entries(error instanceof CallError ? error.fields : {})
    const known = named.flatMap(([path, text]) => {
      const at = shownAt(path, shown)
      return at === undefined ? [] : [{ name: partsOf(at), errors: [text] }]
    })
    form.setFields(known)
    const [first] = known
    if (first) form.focusField(first.name)
    if (!first || known.length < named.length) setFault(error)
  }

  const take = (name: string, whose: Clash['take']) => {
    const one = clash?.fields.find((field) => field.name === name)
    if (!clash || !one) return
    set(name, one[whose])
    const fields = clash.fields.map((field) => (field === one ? { ...one, take: whose } : field))
    setClash({ ...clash, fields })
  }

  const startOver = (from = base) => {
    dropDraft()
    form.resetFields()
    form.setFieldsValue(from)
    setBase(from)
    setRestored(undefined)
    setClash(undefined)
    setDirty(false)
  }

  const renew = () => {
    const newer = changed(schema, form.getFieldsValue(true) as Values, sent.current)
    if (Object.keys(newer).length === 0) return startOver(initial)
    dropDraft()
    // A field that is set back is drawn anew: one that is being typed in would lose the focus.
    form.resetFields(Object.keys(sent.current).filter((name) => !Object.hasOwn(newer, name)))
    form.setFieldsValue({ ...initial, ...newer })
    setBase(initial)
    setRestored(undefined)
    setClash(undefined)
    note(initial)
    tellUnsaved(true)
  }

  return {
    id,
    schema,
    form,
    shown,
    initial,
    sending,
    fault,
    clash,
    isRestored: restored !== undefined,
    note: () => note(),
    set,
    submit,
    take,
    startOver: () => startOver(),
    renew,
  }
}

/** A form as its body shows it. */
export interface FormState {
  /** Of the form's element: a submit that stands outside of it names it. */
  id: string
  schema: z.ZodMiniObject
  form: FormInstance<Values>
  /** The paths of the fields that show. */
  shown: Set<string>
  initial: Values
  sending: boolean
  fault: Error | undefined
  clash: { message: string; fields: readonly Clash[] } | undefined
  /** What is in it was typed another time. */
  isRestored: boolean
  /** Something was typed. */
  note: () => void
  /** Types for the person. */
  set: (name: string, value: unknown) => void
  submit: (values: Values) => Promise<void>
  take: (name: string, whose: Clash['take']) => void
  startOver: () => void
  /** After a save, where the form stays: what it began with, as that is now; what was typed since is unsaved. */
  renew: () => void
}
