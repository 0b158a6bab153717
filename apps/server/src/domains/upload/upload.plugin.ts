import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { UPLOAD_FILE_PATH, UPLOAD_PUT_PATH } from '@kaibo/contract/upload/upload.api.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { sendBlob } from '#platform/http/send-blob.ts'
import type { Proof } from './upload.ticket.ts'
import type { Uploads } from './upload.service.ts'

interface OfUpload {
  upload_id: string
}

/** The two routes whose bodies are files. Neither needs a token: the addresses are signed and given only to those who may have them. */
export const uploadPlugin =
  (uploads: Uploads): FastifyPluginAsync =>
  async (http) => {
    http.removeAllContentTypeParsers()
    // The body is streamed, never buffered as a whole.
    http.addContentTypeParser('*', (_request, _body, done) => done(null))
    http.put<{ Params: OfUpload; Querystring: Proof }>(
      `${UPLOAD_PUT_PATH}:upload_id`,
      { config: { endpoint: 'upload.put' } },
      async (request) => {
        const file = { body: request.raw, length: lengthOf(request) }
        await uploads.receive(request.params.upload_id, request.query, file)
        return ok(null)
      },
    )
    http.put<{ Params: OfUpload & { number: string }; Querystring: Proof }>(
      `${UPLOAD_PUT_PATH}:upload_id/:number(^\\d{1,3}$)`,
      { config: { endpoint: 'upload.putPart' } },
      async (request) => {
        const { upload_id, number } = request.params
        const file = { body: request.raw, length: lengthOf(request) }
        await uploads.receivePart(upload_id, Number(number), request.query, file)
        return ok(null)
      },
    )
    http.get<{ Params: OfUpload; Querystring: Proof }>(
      `${UPLOAD_FILE_PATH}:upload_id`,
      { config: { endpoint: 'upload.file' } },
      async (request, reply) => {
        const file = await uploads.file(request.params.upload_id, request.query)
        if (!file) throw new HttpFault(404, Code.notFound, httpText(404))
        const { filename, isPrivate, isStaged } = file
        const shown = isPrivate ? 'attachment' : 'inline'
        reply.headers({
          'content-disposition': `${shown}; filename="${filename}"`,
          'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
          // If opened directly, the browser must treat it as a picture and nothing else.
          'content-security-policy': `default-src 'none'; sandbox`,
          'cross-origin-resource-policy': isStaged ? 'cross-origin' : 'same-origin',
          // The preview of a stage is of no origin, and paints what it fetches
          ...(isStaged && { 'access-control-allow-origin': '*' }),
        })
        return sendBlob(request, reply, file)
      },
    )
  }

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
