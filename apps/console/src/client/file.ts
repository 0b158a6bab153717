/** Saves bytes under the file name given by the server; returns that name. */
export function saveFile(bytes: Blob, disposition: string | null): string {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = fileNameOf(disposition) ?? 'download'
  link.click()
  // The browser reads the object URL only after the click handler.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return link.download
}

/** Reads a whole body. `onBytes` is called with the bytes read so far. */
export async function readBytes(
  { body, headers }: Response,
  onBytes?: (bytes: number) => void,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // Not every browser supports `for await` over a stream.
  const reader = body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    pieces.push(read.value)
    onBytes?.((bytes += read.value.length))
  }
  return new Blob(pieces, { type: headers.get('content-type') ?? '' })
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
