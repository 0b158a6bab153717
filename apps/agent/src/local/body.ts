import type { IncomingMessage } from 'node:http'

/** The whole body; nothing where it is longer. */
export async function bytesOf(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export async function bodyOf(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  return (await bytesOf(request, maxBytes))?.toString()
}
