import {
  Component,
  createElement,
  lazy,
  Suspense,
  type FunctionComponent,
  type ReactNode,
} from 'react'
import { Button, Modal } from 'antd'
import { useText } from '#client/i18n.ts'
import { useOnline } from '#client/online.ts'
import './panel.i18n.ts'
import styles from './panel.module.css'

type Show = (props: never) => ReactNode

/** The failures of loads, and what makes each be asked for again. */
const failures = new WeakSet<object>()
const forgotten = new Set<() => void>()

/** A component whose code is fetched when it first shows. React's own `lazy` never asks again once that has failed. */
export function lazily<C extends Show>(load: () => Promise<C>): C {
  const fetched = () =>
    lazy(async () => {
      const code: unknown = await load().catch((error: Error) => {
        failures.add(error)
        forgotten.add(() => (Code = fetched()))
        throw error
      })
      return { default: code as FunctionComponent<object> }
    })
  let Code = fetched()
  const Loaded = (props: object) => createElement(Code, props)
  return Loaded as Show as C
}

interface LazilyProps {
  /** It stands over the page: what takes its place does too, and is closed by this. */
  onClose?: () => void
  fallback?: ReactNode
  children: ReactNode
}

/** Around what `lazily` made: where its code cannot be fetched, the page stands, and one can ask again. */
export class Lazily extends Component<LazilyProps, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  /** Whoever opens it anew asks anew. */
  override componentDidCatch() {
    for (const forget of forgotten) forget()
    forgotten.clear()
  }

  override render() {
    const { onClose, fallback, children } = this.props
    const { error } = this.state
    if (!error) return <Suspense fallback={fallback}>{children}</Suspense>
    if (!failures.has(error)) throw error
    return <NotLoaded onClose={onClose} onRetry={() => this.setState({ error: undefined })} />
  }
}

function NotLoaded({
  onClose,
  onRetry,
}: {
  onClose: (() => void) | undefined
  onRetry: () => void
}) {
  const t = useText('panel')
  const online = useOnline()
  // Not a `Panel`: that can ask why, which is loaded by this.
  const panel = (
    <div className={styles.error} role="alert">
      <p>{t(online ? 'not_loaded_hint' : 'offline')}</p>
      <Button size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
      {online ? (
        <Button size="small" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      ) : null}
    </div>
  )
  if (!onClose) return panel
  return (
    <Modal open title={t('not_loaded')} footer={null} onCancel={onClose}>
      {panel}
    </Modal>
  )
}
