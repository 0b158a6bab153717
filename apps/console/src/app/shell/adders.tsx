import { useMemo, type ReactNode } from 'react'
import type { Right } from '@kaibo/contract/facts/rights.ts'
import { canWith } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { AdderProvider, type AdderDialog } from '#kit/adder/adder.tsx'
import { lazily } from '#kit/panel/lazily.tsx'

/** The records a form can add on the way, each with the right it takes; a chunk each. */
export const adders = {
  'live-account': {
    right: 'live-account.add',
    Dialog: lazily(
      async () => (await import('#domains/live-account/forms/add-account.form.tsx')).AddAccount,
    ),
  },
  pc: {
    right: 'monitor.add',
    Dialog: lazily(async () => (await import('#domains/monitor/forms/add-pc.form.tsx')).AddPc),
  },
} as const satisfies Record<string, { right: Right; Dialog: AdderDialog }>

export function Adders({ children }: { children: ReactNode }) {
  const session = useSession()
  const mine = useMemo(() => {
    const held = Object.entries(adders).filter(([, { right }]) => canWith(session, right) === true)
    return Object.fromEntries(held.map(([name, { Dialog }]) => [name, Dialog]))
  }, [session])
  return <AdderProvider value={mine}>{children}</AdderProvider>
}
