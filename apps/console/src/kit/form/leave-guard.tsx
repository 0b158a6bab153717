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
  /** Without `unsaved` nothing is lost with the form. */
  tell: (form: string, unsaved: Unsaved | undefined) => void
  leave: () => void
}

const Around = createContext<Guard | undefined>(undefined)

/** Closes what the nearest guard stands around; where something in it is unsaved, after asking. */
export function useLeave(): () => void {
  const guard = use(Around)
  if (!guard) throw new Error('there is nothing to leave')
  return guard.leave
}

/** Tells the guards around a form what it holds. Answers the function that says so at once, ahead of the next drawing. */
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
  /** It stands over every page: another page behind it takes nothing away. */
  outlivesPage?: boolean
  children: ReactNode
}

/** Around a dialog or a drawer: asks once before what was typed in its forms is left behind, also by another page or Back. */
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
    // It may go by the address: nobody else is to ask again.
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

/** Asks before another page, or Back, takes the forms away. A router holds one blocker: the outermost guard's. */
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

/** Where a form stands: on its page, or at an address of its own over it. */
const placeOf = ({ pathname, search }: Location) => `${pathname} ${formAt(search) ?? ''}`

const allOf = (forms: Forms): Unsaved => ({
  keepsDraft: [...forms.values()].every((one) => one.keepsDraft),
})
