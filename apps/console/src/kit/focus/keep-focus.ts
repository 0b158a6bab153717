/** As many as lie between a page and what is opened over it: a button, its menu, a dialog, what that opens. */
const MAX_TRAIL = 30

/**
 * Returns the focus to where a dialog, drawer or menu was opened from. antd does so only for dialogs that close with their
 * animation and were opened from an element that still exists; ours are unmounted, and are often opened from a menu entry.
 * Code that sets the focus itself is not interfered with. Answers how to stop.
 */
export function keepFocus(): () => void {
  /** The elements that had the focus, the newest last. */
  let trail: HTMLElement[] = []
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    trail = [...trail.filter((one) => one !== target && one.isConnected), target].slice(-MAX_TRAIL)
  }
  // Whatever opens over the page is a child of the body, which goes when it is closed.
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ removedNodes }) => removedNodes.length > 0)) returnSoon()
  })
  // After `leadFocus`, which waits for one frame.
  const returnSoon = () => requestAnimationFrame(() => requestAnimationFrame(returnNow))
  const returnNow = () => {
    if (!isLost(document.activeElement)) return
    const dialog = topDialog()
    trail
      .findLast((one) => canTakeIt(one) && (dialog === undefined || dialog.contains(one)))
      ?.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', note)
  observer.observe(document.body, { childList: true })
  return () => {
    document.removeEventListener('focusin', note)
    observer.disconnect()
  }
}

/** A dialog takes the focus of nothing in it upon itself, and antd's gives it back to the entry of a menu that is closed. */
const isLost = (active: Element | null): boolean =>
  active === null ||
  active === document.body ||
  active.matches('[role=dialog]') ||
  !active.checkVisibility()

/** While one is open, nothing under it can have the focus. */
const topDialog = (): Element | undefined =>
  [...document.querySelectorAll('[aria-modal=true]')].findLast((one) => one.checkVisibility())

/** Still there, seen, and neither a dialog itself nor an entry of a menu. */
const canTakeIt = (one: HTMLElement): boolean =>
  one.isConnected &&
  one.checkVisibility() &&
  !one.matches('[role=dialog]') &&
  one.closest('[role=menu]') === null
