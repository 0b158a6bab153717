import { words } from '@kaibo/contract/kernel/words.ts'
import type { Readable } from 'node:stream'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { megabytes } from '@kaibo/contract/upload/upload.rules.ts'
import { fault, invalid } from '#platform/fault.ts'
import { HttpFault } from '#platform/http/failure.ts'

export const tooLarge = (max: number) =>
  new HttpFault(
    413,
    Code.invalid,
    words(
      `文件不能超过${megabytes(max)}，请缩小后再上传`,
      `The file must not be over ${megabytes(max)}; make it smaller`,
    ),
  )

export const otherSize = () =>
  invalid({
    size: words(
      '文件大小与申请上传时不符，请重新选择文件',
      'The file’s size has changed; choose it again',
    ),
  })

/**
 * A request's body as a stream, cut off if it is longer than allowed. Ends with an error if its length differs from the one that
 * was announced, or if the sender disconnected.
 */
export async function* bodyOf(
  body: Readable,
  { max, declared }: { max: number; declared: number },
): AsyncGenerator<Buffer> {
  let length = 0
  try {
    // The rest is not read but the socket stays open, so that the sender gets the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length
      if (length > max) throw tooLarge(max)
      yield chunk as Buffer
    }
  } catch (error) {
    throw body.errored
      ? fault(Code.invalid, words('上传中断，请重试', 'The upload broke off; try again'))
      : error
  } finally {
    // Otherwise the unread rest would block the next request on this connection.
    body.resume()
  }
  if (length !== declared) throw otherSize()
}

/** Reads a whole file into memory, up to `max`, as a storage may have accepted more than the signed size. */
export async function wholeOf(body: Readable, max: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += (chunk as Buffer).length
    if (length > max) throw invalid({ upload_id: tooLarge(max).words })
    parts.push(chunk as Buffer)
  }
  return Buffer.concat(parts)
}
