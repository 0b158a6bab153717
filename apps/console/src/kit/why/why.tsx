import { createContext, Suspense, use, useState, type ReactElement, type ReactNode } from 'react'
import { Button, Tooltip } from 'antd'
import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { CallError } from '#client/errors.ts'
import { useText } from '#client/i18n.ts'
import './why.i18n.ts'
import './why.css'

/** A dialog that says what is missing for an action, which groups have it and who can grant it. */
type Answer = (question: { action: string; onClose: () => void }) => ReactNode

const Why = createContext<Answer | undefined>(undefined)

/** The app says who answers: rights are a domain's business, not the kit's. */
export const WhyProvider = Why

/** The same beside an error, where the reason may lie in what the person may do or see. `look` is for what cannot be found. */
export function WhyOf({ error, look }: { error: Error; look: string | undefined }) {
  if (!(error instanceof CallError)) return null
  if (error.code === Code.notFound) return <WhyLink action={look} />
  return error.code === Code.forbidden ? <WhyLink action={needOf(error) ?? look} /> : null
}

/** 1003 says which action is missing. */
const Need = z.object({ need: z.string() })
const needOf = ({ data }: CallError) => z.safeParse(Need, data).data?.need

/** 为什么? beside a refusal: opens the answer about the action that was refused. */
export function WhyLink({ action }: { action: string | undefined }) {
  const t = useText('why')
  const { ask, answer } = useWhy(action)
  if (!ask) return null
  return (
    <>
      <Button type="link" size="small" onClick={ask}>
        {t('why')}
      </Button>
      {answer}
    </>
  )
}

/** Around a button that is refused: says why on hover and on focus, and where a right is missing, who can grant it. */
export function RefusedTip({ reason, missing, children }: RefusedTipProps) {
  const t = useText('why')
  const { ask, answer } = useWhy(missing)
  const title = (
    <>
      {reason}
      {ask ? (
        <Button type="link" size="small" className="why-ask" onClick={ask}>
          {t('why')}
        </Button>
      ) : null}
    </>
  )
  return (
    <>
      <Tooltip title={title} trigger={['hover', 'focus']}>
        {children(ask)}
      </Tooltip>
      {answer}
    </>
  )
}

interface RefusedTipProps {
  reason: string
  /** The action that is missing, where it is that. */
  missing: string | undefined
  /** `ask` is for the button's own click: a tip cannot be reached by keyboard. */
  children: (ask: (() => void) | undefined) => ReactElement
}

/** The question about an action, and its answer; none where nobody answers, or nothing is missing. */
function useWhy(action: string | undefined): { ask: (() => void) | undefined; answer: ReactNode } {
  const answerTo = use(Why)
  const [asking, setAsking] = useState(false)
  if (!answerTo || !action) return { ask: undefined, answer: null }
  const onClose = () => setAsking(false)
  return {
    ask: () => setAsking(true),
    answer: asking ? <Suspense>{answerTo({ action, onClose })}</Suspense> : null,
  }
}
