import { useSyncExternalStore } from 'react'
import { dayOf } from '@kaibo/contract/kernel/day.ts'

const TICK_MS = 10_000
const listeners = new Set<() => void>()
let now = Date.now()
let today = dayOf(now)
let timer: ReturnType<typeof setInterval> | undefined

function read() {
  now = Date.now()
  today = dayOf(now)
}

function tick() {
  read()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (timer === undefined) {
    // No component has used it since the timer stopped, so the time is old.
    read()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, updated every ten seconds by one timer for all components. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/** The business day, `2026-03-01`; components render again only when the day changes. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => today)
