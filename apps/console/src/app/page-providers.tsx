import type { ComponentProps } from 'react'
import { Outlet } from 'react-router'
import { WhyProvider } from '#kit/why/why.tsx'
import { WhyDialog } from './why-dialog.ts'

const answer = (question: ComponentProps<typeof WhyDialog>) => <WhyDialog {...question} />

/** Around every page: a refusal can be asked why. */
export function PageProviders() {
  return (
    <WhyProvider value={answer}>
      <Outlet />
    </WhyProvider>
  )
}
