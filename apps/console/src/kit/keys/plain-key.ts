const TYPING = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable]',
  '[role=combobox]',
  '[role=listbox]',
  '[role=menu]',
  '[role=dialog]',
].join(',')

/** A dialog is open over the page, wherever the focus is. */
const isCovered = () =>
  [...document.querySelectorAll('[aria-modal="true"]')].some((one) => one.checkVisibility())

/** The key that was pressed, in small letters; nothing while somebody types, composes or looks at a dialog. */
export function plainKey(event: KeyboardEvent): string | undefined {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (event.target instanceof Element && event.target.closest(TYPING)) return undefined
  if (isCovered()) return undefined
  // With caps lock on a letter is a capital.
  return event.key === 'Enter' ? 'Enter' : event.key.toLowerCase()
}
