/** What was pressed is about to go, and the focus with it: leads it to what is found once that has gone. */
export const leadFocus = (find: () => HTMLElement | null | undefined): void =>
  void requestAnimationFrame(() => find()?.focus())

/** Where Tab comes to the rows of a list; the page, where it shows no rows. */
export const rowsTabStop = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-row-at][tabindex="0"]')].find((row) =>
    row.checkVisibility(),
  ) ?? document.querySelector('main')
