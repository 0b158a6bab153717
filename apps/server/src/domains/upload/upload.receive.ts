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
  { max, declared, slowMs }: { max: number; declared?: number; slowMs: number },
): AsyncGenerator<Buffer> {
  let length = 0
  let looked = 0
  let isSlow = false
  // Not by its whole time: a large file over a thin line is welcome as long as it comes
  const look = setInterval(() => {
    if (length - looked < (SLOWEST_BYTES_PER_S * slowMs) / 1_000) {
      isSlow = true
      body.destroy(new Error('slow'))
    }
    looked = length
  }, slowMs)
  try {
    // The rest is not read but the socket stays open, so that the sender gets the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      length += (chunk as Buffer).length
      if (length > max) throw tooLarge(max)
      yield chunk as Buffer
    }
  } catch (error) {
    if (isSlow) throw new HttpFault(408, Code.invalid, TOO_SLOW)
    throw body.errored
      ? fault(Code.invalid, words('上传中断，请重试', 'The upload broke off; try again'))
      : error
  } finally {
    clearInterval(look)
    // Otherwise the unread rest would block the next request on this connection.
    body.resume()
  }
  if (declared !== undefined && length !== declared) throw otherSize()
}

/** A file up to `max`: a storage may have accepted more than the signed size. */
export async function* upTo(
  body: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > max) throw invalid({ upload_id: tooLarge(max).words })
    yield chunk
  }
}

/** A sender that brings less on average over so long is cut off. */
export const SLOW_MS = 30_000
const SLOWEST_BYTES_PER_S = 65_536
const TOO_SLOW = words(
  '上传太慢，30秒内平均不到64 kB/s，请换个网络后继续',
  'The upload is too slow, under 64 kB/s over 30 seconds; go on over another line',
)
