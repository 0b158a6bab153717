import { lazy, type ComponentProps } from 'react'
import { Outlet } from 'react-router'
import { WhyProvider } from '#kit/why/why.tsx'

const WhyDialog = lazy(async () => ({
  default: (await import('#domains/group/parts/why-dialog.tsx')).WhyDialog,
}))

const answer = (question: ComponentProps<typeof WhyDialog>) => <WhyDialog {...question} />

/** Around every page: a refusal can be asked why. */
export function PageGround() {
  return (
    <WhyProvider value={answer}>
      <Outlet />
    </WhyProvider>
  )
}
