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

/** Typing is debounced: the draft is written after this pause. */
const DRAFT_AFTER_MS = 300

export interface FormSettings<S extends z.ZodMiniObject, Saved> {
  schema: S
  initial: Partial<z.input<S>>
  /** Stores a draft that survives a lost login or a closed tab; secrets are left out. */
  draft?: DraftEntry
  onSubmit: (values: z.input<S>) => Promise<Saved>
  /** Called after saving if the form is still open: closes it, or shows the result. */
  onSaved: (saved: Saved) => void
  /** The values that somebody else saved meanwhile, if the error carries them. */
  newer?: (error: unknown) => Partial<z.input<S>> | undefined
  /** What stands in the fields at first in place of `initial`, to be looked at and saved: an older version. */
  proposed?: Proposed | undefined
}

export interface Proposed {
  values: Values
  /** Whose it is. */
  message: string
}

/**
 * The state of a form from opening to saving: draft, one submit at a time, server errors, conflicts.
 * `what` names the act, for an error that arrives after the form was closed.
 */
export function useFormState<S extends z.ZodMiniObject, Saved>(
  settings: FormSettings<S, Saved>,
  what: string,
): FormState {
  const { schema, initial, draft, onSubmit, onSaved, newer, proposed } = settings
  // One dialog may open another: the same field in both must not share an id.
  const id = useId()
  const [form] = Form.useForm<Values>()
  const [base, setBase] = useState<Values>(initial)
  const [restored, setRestored] = useState(() => draft?.read())
  const [shown] = useState(() => new Set<string>())
  const { later, never } = useLater(DRAFT_AFTER_MS)
  const [clash, setClash] = useState<FormState['clash']>(
    () =>
      proposed && {
        of: 'older',
        message: proposed.message,
        fields: clashesIn(schema, { mine: proposed.values, base: initial, theirs: initial }),
      },
  )
  const [dirty, setDirty] = useState(restored !== undefined || Boolean(clash?.fields.length))
  const [sending, setSending] = useState(false)
  const [fault, setFault] = useState<Error>()
  const tellUnsaved = useUnsaved(dirty, draft !== undefined)
  const isStillOpen = useStillOpen()
  const failedText = useFailedText()
  // A second click before the next render is ignored.
  const busy = useRef(false)
  const sent = useRef<Values>({})

  useEffect(() => {
    if (restored) form.setFieldsValue(restored)
    if (proposed) form.setFieldsValue(proposed.values)
  }, [form, restored, proposed])

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
    setClash({ of: 'newer', message: error.message, fields })
    note(theirs)
  }

  /** Shows an error below the fields that it names; above the form if one of them is not visible. */
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
    // Resetting a field remounts it: the one being typed in would lose the focus.
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

/** The state that a form's body shows. */
export interface FormState {
  /** The id of the form element, which a submit button outside of it refers to. */
  id: string
  schema: z.ZodMiniObject
  form: FormInstance<Values>
  /** The paths of the visible fields. */
  shown: Set<string>
  initial: Values
  sending: boolean
  fault: Error | undefined
  /** `newer`: somebody has saved meanwhile; `older`: an older version is in the fields. */
  clash: { of: 'newer' | 'older'; message: string; fields: readonly Clash[] } | undefined
  /** What is in it was typed another time. */
  isRestored: boolean
  /** Called when something was typed. */
  note: () => void
  /** Sets values as if the person had typed them. */
  set: (name: string, value: unknown) => void
  submit: (values: Values) => Promise<void>
  take: (name: string, whose: Clash['take']) => void
  startOver: () => void
  /** After a save in a form that stays open: takes the saved values as initial ones; what was typed since is unsaved. */
  renew: () => void
}
