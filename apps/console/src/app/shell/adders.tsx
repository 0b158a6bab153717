import { useMemo, type ReactNode } from 'react'
import type { Right } from '@kaibo/contract/facts/rights.ts'
import { canWith, useSession } from '#client/session.ts'
import { AdderProvider, type AdderDialog } from '#kit/adder/adder.tsx'
import { lazily } from '#kit/panel/lazily.tsx'

/** The records that can be added from within another form, with the required right; each loaded when used. */
const adders: Record<string, { right: Right; Dialog: AdderDialog }> = {
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
}

export function Adders({ children }: { children: ReactNode }) {
  const session = useSession()
  const mine = useMemo(() => {
    const held = Object.entries(adders).filter(([, { right }]) => canWith(session, right) === true)
    return Object.fromEntries(held.map(([name, { Dialog }]) => [name, Dialog]))
  }, [session])
  return <AdderProvider value={mine}>{children}</AdderProvider>
}
