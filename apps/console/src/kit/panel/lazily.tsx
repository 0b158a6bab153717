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

/** Errors of failed loads, each with the function that makes the next attempt load again. */
const failures = new WeakSet<object>()
const forgotten = new Set<() => void>()

/** A component whose code is loaded when it first shows. Unlike React's `lazy`, a failed load can be retried. */
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
  /** Set for dialogs: an error is then shown in a dialog too, which this closes. */
  onClose?: () => void
  fallback?: ReactNode
  children: ReactNode
}

/** Boundary around components made by `lazily`: if their code cannot be loaded, the page stays and offers a retry. */
export class Lazily extends Component<LazilyProps, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  /** Opening it again retries. */
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
  // Not a `Panel`: its 为什么? is itself loaded by this.
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
