import type { ReactNode } from 'react'
import { Button } from 'antd'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { CallError } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import { useSpeak } from '#client/language.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { WhyOf } from '#kit/why/why-of.tsx'
import type { ListWords } from './list-words.ts'
import type { LoadState } from './load-state.ts'
import styles from './list.module.css'

interface ListStatesProps {
  state: LoadState
  error: CallError | null
  words: Pick<ListWords, 'what' | 'hint'>
  /** The action by which one sees such rows. */
  right: string
  filtered: boolean
  /** While nothing is there yet. */
  skeleton?: ReactNode
  create: ReactNode
  onRetry: () => void
  onClear: () => void
  onLastPage: () => void
  children: ReactNode
}

/** The rows, or what stands in their place and why. */
export function ListStates(props: ListStatesProps) {
  const { state, error, words, right, skeleton, onRetry, onLastPage, children } = props
  const t = useText('list')
  const speak = useSpeak()
  const what = speak(words.what)
  if (state === 'error' && error?.code === Code.forbidden)
    return (
      <Empty
        title={t('refused', { what })}
        hint={error.message}
        action={<WhyOf error={error} right={right} />}
      />
    )
  return (
    <Panel
      loading={state === 'init' || state === 'loading'}
      error={error}
      filled={state !== 'init' && state !== 'loading' && state !== 'error'}
      onRetry={onRetry}
      skeleton={skeleton}
      right={right}
      isEmpty={state === 'empty' || state === 'end'}
      empty={
        state === 'end' ? (
          <Empty
            title={t('beyond', { what })}
            action={<Button onClick={onLastPage}>{t('last_page')}</Button>}
          />
        ) : (
          <Nothing {...props} />
        )
      }
    >
      <div className={styles.rows} aria-busy={state === 'load'}>
        {children}
      </div>
    </Panel>
  )
}

/** Nothing matches, nothing is in one's sight, or there is nothing yet: three reasons, three next steps. */
function Nothing({ words, filtered, create, onClear }: ListStatesProps) {
  const t = useText('list')
  const speak = useSpeak()
  const { info } = useSession()
  const what = speak(words.what)
  if (filtered)
    return (
      <Empty
        title={t('filtered', { what })}
        action={<Button onClick={onClear}>{t('clear_filters')}</Button>}
      />
    )
  const scopes = info?.groups.map((group) => group.scope) ?? ['all']
  const title = t('empty', { what })
  if (!scopes.includes('all')) {
    const scope = scopes.includes('org') ? 'scope_org' : 'scope_own'
    return <Empty title={title} hint={t(scope, { what })} action={create} />
  }
  return <Empty title={title} hint={speak(words.hint)} action={create} />
}
