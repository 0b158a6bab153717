/** Copies a text. Resolves to whether it worked: a browser may refuse. */
export async function copyText(text: string): Promise<boolean> {
  // Over plain HTTP, as in `http://kaibo.lan`, browsers have no `navigator.clipboard`, though its type is not optional.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (!clipboard) return copySelected(text)
    await clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The older way: select a text and execute `copy`. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  Object.assign(area.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    clipPath: 'inset(50%)',
  })
  // An open dialog traps the focus, so the textarea must be inside of it.
  const place = before?.closest('[role=dialog]') ?? document.body
  place.append(area)
  area.focus({ preventScroll: true })
  area.select()
  try {
    // Deprecated, but the only way without HTTPS.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
