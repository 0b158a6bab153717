import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { HttpFault } from './failure.ts'
import { rangeOf, type ByteRange } from './range.ts'

export interface SentBlob {
  type: string
  bytes: number
  /** Nothing where the file is gone. */
  read: (range?: ByteRange) => Promise<Readable | undefined>
}

/** Sends a file of a store, or the part of it that was asked for. */
export async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, read }: SentBlob,
): Promise<FastifyReply> {
  const range = rangeOf(request.headers.range, bytes)
  if (range === 'none') {
    reply.header('content-range', `bytes */${bytes}`)
    throw new HttpFault(416, Code.invalid, httpText(416))
  }
  const body = await read(range)
  if (!body) throw new HttpFault(404, Code.notFound, httpText(404))
  reply.headers({ 'content-type': type, 'accept-ranges': 'bytes' })
  if (!range) return reply.header('content-length', bytes).send(body)
  const { first, last } = range
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${first}-${last}/${bytes}`,
      'content-length': last - first + 1,
    })
    .send(body)
}
