/** What obs-browser gives to pages. */
declare global {
  interface Window {
    obsstudio?: { pluginVersion: string }
  }
}

/** Of OBS, its version; nothing in a browser. */
export const obsVersion = (): string | null => window.obsstudio?.pluginVersion ?? null

/** Tells whether OBS shows the page, or of a browser whether its tab is seen. */
export function watchActive(changed: (isActive: boolean) => void): void {
  if (window.obsstudio) {
    window.addEventListener('obsSourceActiveChanged', (event) =>
      changed((event as CustomEvent<{ active: boolean }>).detail.active),
    )
    return
  }
  document.addEventListener('visibilitychange', () => changed(!document.hidden))
}
