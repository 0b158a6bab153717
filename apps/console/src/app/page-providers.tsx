import type { ComponentProps } from 'react'
import { WhyProvider } from '#kit/why/why.tsx'
import { KeptPages } from './kept-pages.tsx'
import { WhyDialog } from './why-dialog.ts'

const answer = (question: ComponentProps<typeof WhyDialog>) => <WhyDialog {...question} />

/** Contexts of every page; provides the dialog behind 为什么?. */
export function PageProviders() {
  return (
    <WhyProvider value={answer}>
      <KeptPages />
    </WhyProvider>
  )
}
