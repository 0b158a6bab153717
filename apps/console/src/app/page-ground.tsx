import type { ComponentProps } from 'react'
import { Outlet } from 'react-router'
import { lazily } from '#kit/panel/lazily.tsx'
import { WhyProvider } from '#kit/why/why.tsx'

const WhyDialog = lazily(
  async () => (await import('#domains/group/parts/why-dialog.tsx')).WhyDialog,
)

const answer = (question: ComponentProps<typeof WhyDialog>) => <WhyDialog {...question} />

/** Around every page: a refusal can be asked why. */
export function PageGround() {
  return (
    <WhyProvider value={answer}>
      <Outlet />
    </WhyProvider>
  )
}
