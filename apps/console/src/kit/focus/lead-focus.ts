/** Moves the focus after the focused element has been removed; `find` runs once it is gone. */
export const leadFocus = (find: () => HTMLElement | null | undefined): void =>
  void requestAnimationFrame(() => find()?.focus())

/** The row that Tab reaches; the page's main element if there are no rows. */
export const rowsTabStop = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-row-at][tabindex="0"]')].find((row) =>
    row.checkVisibility(),
  ) ?? document.querySelector('main')
