import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { refreshAll } from '#client/query.ts'
import { toastError } from '#client/toast.ts'
import { useFormAddress } from '#kit/form/form-address.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { leadFocus } from '#kit/focus/lead-focus.ts'
import type { Action } from './action.ts'
import { useFinish } from './use-finish.ts'

type Perform = <Row>(action: Action<Row>, row: Row) => void

// Loaded when it is opened.
const AskFirst = lazily(async () => (await import('./ask-first.tsx')).AskFirst)

interface Shown {
  dialog: ReactNode
  close: () => void
}

const Host = createContext<Perform>(() => {})
/** Starts an act on a row: opens its dialog or its confirmation, or runs it. */
export const useActs = (): Perform => use(Host)

/** Holds the dialog of the act that was begun, wherever its button stands. */
export function ActHost({ children }: { children: ReactNode }) {
  // Several are possible: one may still be running when the next is opened. Each has its own number as React key: the same
  // dialog for another row must not keep what was typed for the one before.
  const [shown, setShown] = useState<ReadonlyMap<number, Shown>>(new Map())
  const count = useRef(0)
  const show = useCallback((dialog: (onClose: () => void) => ReactNode) => {
    const number = count.current++
    const from = document.activeElement
    const close = () => {
      setShown((before) => new Map([...before].filter(([other]) => other !== number)))
      // What takes the focus meanwhile keeps it; so does the page that one was led to.
      leadFocus(() => (document.activeElement === document.body ? asElement(from) : null))
    }
    setShown((before) => new Map([...before, [number, { dialog: dialog(close), close }]]))
  }, [])
  const finish = useFinish()
  const { open: openForm } = useFormAddress()

  const perform = useCallback<Perform>(
    (action, row) => {
      if ('Form' in action) {
        openForm(action.idOf(row))
      } else if ('Dialog' in action) {
        const { Dialog } = action
        show((close) => <Dialog row={row} onClose={close} />)
      } else if (action.confirm) {
        show((close) => <AskFirst action={action} row={row} onClose={close} />)
      } else {
        action.run(row).then(
          (answer) => finish(action, row, answer),
          (error: Error) => {
            refreshAll(action.refreshes)
            toastError(error)
          },
        )
      }
    },
    [finish, show, openForm],
  )
  return (
    <Host value={perform}>
      {children}
      {[...shown].map(([number, { dialog, close }]) => (
        <Lazily key={number} onClose={close}>
          {dialog}
        </Lazily>
      ))}
    </Host>
  )
}

const asElement = (element: Element | null) => (element instanceof HTMLElement ? element : null)
