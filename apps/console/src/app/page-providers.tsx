import type { ComponentProps } from 'react'
import { WhyProvider } from '#kit/why/why.tsx'
import { KeptPages } from './kept-pages.tsx'
import { WhyDialog } from './why-dialog.ts'

const answer = (question: ComponentProps<typeof WhyDialog>) => <WhyDialog {...question} />

/** Around every page: a refusal can be asked why. */
export function PageProviders() {
  return (
    <WhyProvider value={answer}>
      <KeptPages />
    </WhyProvider>
  )
}
