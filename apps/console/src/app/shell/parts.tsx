import { useMemo, type ReactNode } from 'react'
import type { Right } from '@kaibo/contract/facts/rights.ts'
import { canWith } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import { PartProvider, type PartOf } from '#kit/part/part.tsx'

/** The parts of other domains that screens show, with the required right; each loaded when used. */
const parts: Record<string, { right: Right; Shown: PartOf }> = {
  'room.decisions': {
    right: 'room.look',
    Shown: lazily(
      async () => (await import('#domains/room/parts/recent-decisions.tsx')).RecentDecisions,
    ),
  },
  'room.refused': {
    right: 'income.look',
    Shown: lazily(
      async () => (await import('#domains/income/parts/refused-of-room.tsx')).RefusedOfRoom,
    ),
  },
}

export function Parts({ children }: { children: ReactNode }) {
  const session = useSession()
  const mine = useMemo(() => {
    const held = Object.entries(parts).filter(([, { right }]) => canWith(session, right) === true)
    return Object.fromEntries(held.map(([name, { Shown }]) => [name, Shown]))
  }, [session])
  return <PartProvider value={mine}>{children}</PartProvider>
}
