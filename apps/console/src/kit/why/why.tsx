import { createContext, use, useState, type ReactElement, type ReactNode } from 'react'
import { Button, Tooltip } from 'antd'
import { useText } from '#client/i18n.ts'
import { Lazily } from '#kit/panel/lazily.tsx'
import './why.i18n.ts'
import styles from './why.module.css'

/** A dialog that says what is missing for an action, which groups have it and who can grant it. */
type Answer = (question: { action: string; onClose: () => void }) => ReactNode

const Why = createContext<Answer | undefined>(undefined)

/** The app provides the dialog: rights belong to a domain, not to the kit. */
export const WhyProvider = Why

/** The link 为什么? beside a refusal; opens the dialog about the refused action. */
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
        <Button type="link" size="small" className={styles.ask} onClick={ask}>
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
  /** The missing right, if that is the reason. */
  missing: string | undefined
  /** `ask` opens the dialog by the button's own click, as a tooltip's link cannot be reached by keyboard. */
  children: (ask: (() => void) | undefined) => ReactElement
}

/** Opens the dialog about an action; undefined if no dialog is provided or no right is missing. */
function useWhy(action: string | undefined): { ask: (() => void) | undefined; answer: ReactNode } {
  const answerTo = use(Why)
  const [asking, setAsking] = useState(false)
  if (!answerTo || !action) return { ask: undefined, answer: null }
  const onClose = () => setAsking(false)
  return {
    ask: () => setAsking(true),
    answer: asking ? <Lazily onClose={onClose}>{answerTo({ action, onClose })}</Lazily> : null,
  }
}
