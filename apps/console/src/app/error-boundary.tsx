import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

interface Props {
  children: ReactNode
}

/** Catches what fails outside the router: the console's own chunk, or the login page. */
export class ErrorBoundary extends Component<Props, { failed: { error: unknown } | null }> {
  override state = { failed: null as { error: unknown } | null }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  override render() {
    const { failed } = this.state
    return failed ? <ErrorScreen error={failed.error} /> : this.props.children
  }
}
