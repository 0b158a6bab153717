import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { signal } from '#client/signal.ts'

type Dialog = (onGone: () => void) => ReactNode

const asked = signal<Dialog>()

/** Opens a dialog over all pages that stays when the form, drawer or page it came from is closed. */
export const standOver = asked.emit

/** Renders these dialogs. */
export function OnceHost() {
  const [dialogs, setDialogs] = useState<ReadonlyMap<number, Dialog>>(new Map())
  const count = useRef(0)
  useEffect(
    () =>
      asked.on((dialog) => setDialogs((before) => new Map([...before, [count.current++, dialog]]))),
    [],
  )
  return [...dialogs].map(([number, dialog]) => (
    <Fragment key={number}>
      {dialog(() =>
        setDialogs((before) => new Map([...before].filter(([other]) => other !== number))),
      )}
    </Fragment>
  ))
}
