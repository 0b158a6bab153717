/** Saves bytes under the name that the server gave them. */
export function saveFile(bytes: Blob, disposition: string | null): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = fileNameOf(disposition) ?? 'download'
  link.click()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** RFC 6266: `filename*` carries any script, `filename` is the fallback. */
export function fileNameOf(disposition: string | null): string | undefined {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) return decode(extended.trim())
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim()
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
