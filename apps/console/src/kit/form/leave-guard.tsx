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
} from 'react'
import { useBlocker, type Location } from 'react-router'
import { formAt } from './form-address.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** What is said of a form with something unsaved in it: whether that comes back the next time. */
interface Unsaved {
  keepsDraft: boolean
}

interface Guard {
  /** Without `unsaved` nothing is lost with the form. */
  tell: (form: string, unsaved: Unsaved | undefined) => void
  leave: () => void
}

const Around = createContext<Guard>({ tell: () => {}, leave: () => {} })

/** Closes what the nearest guard stands around; where something in it is unsaved, after asking. */
export const useLeave = (): (() => void) => use(Around).leave

/** Tells the guards around a form what it holds. Answers the function that says at once that it holds nothing more. */
export function useUnsaved(isUnsaved: boolean, keepsDraft: boolean): () => void {
  const { tell } = use(Around)
  const form = useId()
  useEffect(() => {
    tell(form, isUnsaved ? { keepsDraft } : undefined)
    return () => tell(form, undefined)
  }, [tell, form, isUnsaved, keepsDraft])
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return useCallback(() => tell(form, undefined), [tell, form])
}

interface LeaveGuardProps {
  onLeave: () => void
  children: ReactNode
}

/** Around a dialog or a drawer: asks once before what was typed in its forms is left behind. */
export function LeaveGuard({ onLeave, children }: LeaveGuardProps) {
  const outer = use(Around).tell
  const forms = useRef(new Map<string, Unsaved>())
  const [asking, setAsking] = useState<Unsaved>()

  const tell = useCallback<Guard['tell']>(
    (form, unsaved) => {
      note(forms.current, form, unsaved)
      outer(form, unsaved)
    },
    [outer],
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
      <LeaveQuestion unsaved={asking} onStay={() => setAsking(undefined)} onLeave={goAway} />
    </Around>
  )
}

/** Around the page: asks before another page, or Back, takes a form away. A router holds one blocker: this is it. */
export function PageLeaveGuard({ children }: { children: ReactNode }) {
  const forms = useRef(new Map<string, Unsaved>())
  const tell = useCallback<Guard['tell']>((form, unsaved) => note(forms.current, form, unsaved), [])
  const [asking, setAsking] = useState<Unsaved>()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isBlocked = forms.current.size > 0 && placeOf(currentLocation) !== placeOf(nextLocation)
    if (isBlocked) setAsking(allOf(forms.current))
    return isBlocked
  })
  return (
    <Around value={useMemo(() => ({ tell, leave: () => {} }), [tell])}>
      {children}
      <LeaveQuestion
        unsaved={blocker.state === 'blocked' ? asking : undefined}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </Around>
  )
}

/** Where a form stands: on its page, or at an address of its own over it. */
const placeOf = ({ pathname, search }: Location) => `${pathname} ${formAt(search) ?? ''}`

const allOf = (forms: ReadonlyMap<string, Unsaved>): Unsaved => ({
  keepsDraft: [...forms.values()].every((one) => one.keepsDraft),
})

function note(forms: Map<string, Unsaved>, form: string, unsaved: Unsaved | undefined): void {
  if (unsaved) forms.set(form, unsaved)
  else forms.delete(form)
}
