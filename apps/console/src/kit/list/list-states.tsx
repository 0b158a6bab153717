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
  /** The right to see such rows. */
  right: string
  filtered: boolean
  /** Shown while loading for the first time. */
  skeleton?: ReactNode
  create: ReactNode
  onRetry: () => void
  onClear: () => void
  onLastPage: () => void
  children: ReactNode
}

/** The rows, or the reason why there are none. */
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

/** An empty list: no match for the filters, none within the person's scope, or none at all; each with its next step. */
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
