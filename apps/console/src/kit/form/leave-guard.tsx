import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useBlocker, type Location } from 'react-router'
import { formAt } from './form-address.ts'
import { LeaveQuestion, type Unsaved } from './leave-question.tsx'

type Forms = Map<string, Unsaved>

interface Guard {
  /** Without `unsaved` the form can be left without a question. */
  tell: (form: string, unsaved: Unsaved | undefined) => void
  leave: () => void
}

const Around = createContext<Guard | undefined>(undefined)

/** Closes the dialog or drawer of the nearest guard; asks first if something in it is unsaved. */
export function useLeave(): () => void {
  const guard = use(Around)
  if (!guard) throw new Error('there is nothing to leave')
  return guard.leave
}

/** Tells the surrounding guards whether a form has unsaved input. Returns a function that tells them at once, before the next render. */
export function useUnsaved(isUnsaved: boolean, keepsDraft: boolean): (isUnsaved: boolean) => void {
  const tell = use(Around)?.tell
  const form = useId()
  useEffect(() => {
    tell?.(form, isUnsaved ? { keepsDraft } : undefined)
    return () => tell?.(form, undefined)
  }, [tell, form, isUnsaved, keepsDraft])
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return useCallback(
    (holds: boolean) => tell?.(form, holds ? { keepsDraft } : undefined),
    [tell, form, keepsDraft],
  )
}

interface LeaveGuardProps {
  onLeave: () => void
  /** It is open over every page: navigating behind it loses nothing. */
  outlivesPage?: boolean
  children: ReactNode
}

/** Around a dialog or drawer: asks before unsaved input in its forms is lost, also when the person navigates or goes back. */
export function LeaveGuard({ onLeave, outlivesPage = false, children }: LeaveGuardProps) {
  const tellOuter = use(Around)?.tell
  const forms = useRef<Forms>(new Map())
  const [asking, setAsking] = useState<Unsaved>()

  const tell = useCallback<Guard['tell']>(
    (form, unsaved) => {
      if (unsaved) forms.current.set(form, unsaved)
      else forms.current.delete(form)
      tellOuter?.(form, unsaved)
    },
    [tellOuter],
  )
  const goAway = useCallback(() => {
    setAsking(undefined)
    // Closing may change the address, which must not ask a second time.
    for (const form of forms.current.keys()) tell(form, undefined)
    onLeave()
  }, [onLeave, tell])
  const leave = useCallback(() => {
    if (forms.current.size > 0) setAsking(allOf(forms.current))
    else goAway()
  }, [goAway])

  return (
    <Around value={useMemo(() => ({ tell, leave }), [tell, leave])}>
      {children}
      {asking ? (
        <LeaveQuestion {...asking} onStay={() => setAsking(undefined)} onLeave={goAway} />
      ) : null}
      {tellOuter || outlivesPage ? null : <PageGuard forms={forms} />}
    </Around>
  )
}

/** Asks before navigation closes the forms. A router has room for one blocker: the outermost guard's. */
function PageGuard({ forms }: { forms: RefObject<Forms> }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      forms.current.size > 0 && placeOf(currentLocation) !== placeOf(nextLocation),
  )
  if (blocker.state !== 'blocked') return null
  return (
    <LeaveQuestion {...allOf(forms.current)} onStay={blocker.reset} onLeave={blocker.proceed} />
  )
}

/** Where a form is: its page's path, and its own parameter in the address if it has one. */
const placeOf = ({ pathname, search }: Location) => `${pathname} ${formAt(search) ?? ''}`

const allOf = (forms: Forms): Unsaved => ({
  keepsDraft: [...forms.values()].every((one) => one.keepsDraft),
})
