import { useSyncExternalStore } from 'react'
import { currentSession, onSession } from './session.ts'
import { signal } from './signal.ts'

/** Shorter interruptions, such as a restart of the server, are not mentioned. */
export const GRACE_MS = 5_000
const PROBE_MS = 3_000

/** Set from the first failure to reach the server until something comes back from it. */
let watch:
  | { grace: ReturnType<typeof setTimeout>; probe: ReturnType<typeof setInterval> }
  | undefined
let isGone = false
const changed = signal<void>()
const back = signal<void>()

/** Whether the server has been out of reach for `GRACE_MS`: the data shown is getting old, and acts would fail. */
export const useDisconnected = (): boolean => useSyncExternalStore(changed.on, () => isGone)

/** Called when the server can be reached again. */
export const onBack = back.on

/** To be called when the network is gone, the live channel broke, or a call had no answer. */
export function connectionBroke(): void {
  if (watch || currentSession().token === null) return
  watch = {
    grace: setTimeout(() => become(true), GRACE_MS),
    probe: setInterval(() => void probe(), PROBE_MS),
  }
}

/** To be called when something has come back from the server. */
export function connectionHolds(): void {
  if (!watch) return
  clearTimeout(watch.grace)
  clearInterval(watch.probe)
  watch = undefined
  back.emit()
  become(false)
}

/** Polls the server, so that the console comes back by itself. */
async function probe(): Promise<void> {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) connectionHolds()
}

function become(gone: boolean): void {
  if (gone === isGone) return
  isGone = gone
  changed.emit()
}

if (typeof window !== 'undefined') window.addEventListener('offline', connectionBroke)

let token = currentSession().token
onSession(() => {
  const now = currentSession().token
  if (now !== token) connectionHolds()
  token = now
})
