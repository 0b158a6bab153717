import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { fileNameOf } from '@kaibo/contract/kernel/text.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { Actor } from '../auth/actor.ts'
import { invalid } from '../fault.ts'
import { HttpFault } from './failure.ts'
import { isRecord } from '../record.ts'

/** A file of a call while it arrives. */
export interface ArrivingFile {
  filename: string
  type: string
  body: Readable
}

/** Keeps a file of a call; what it answers stands in the place of the file. `drop` takes it back. */
export interface FileKeeper {
  take(actor: Actor, accepts: readonly string[], file: ArrivingFile): Promise<string>
  drop(kept: string): Promise<void>
}

const LIMITS = {
  fields: 20,
  fieldSize: 10_000,
  fieldNameSize: 100,
  files: 1,
  parts: 21,
  headerPairs: 100,
}
/** In the place of a name that is none. */
const UNNAMED = '文件'
const MAX_NAME = 200

/** Routes registered within take forms with files (RFC 7578) beside JSON. */
export const takeFiles = (http: FastifyInstance, routes: (http: FastifyInstance) => void) =>
  http.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS })
    routes(scope)
  })

/**
 * The fields of a form, each file kept as it arrives: its field then holds what it was kept as, and `filename` what it was called.
 * Whatever fails later, `drop` gives the files up.
 */
export async function formOf(
  request: FastifyRequest,
  { files = {} }: Pick<Endpoint, 'files'>,
  keeper: FileKeeper,
): Promise<{ fields: unknown; drop: () => Promise<void> }> {
  if (!request.isMultipart())
    return { fields: withoutFiles(request.body, files), drop: async () => {} }
  const fields: Record<string, string> = {}
  const kept: string[] = []
  const drop = async () => {
    for (const one of kept) await keeper.drop(one)
  }
  try {
    for await (const part of request.parts()) {
      const { fieldname } = part
      if (part.type === 'field') {
        fields[fieldname] = String(part.value)
        continue
      }
      const accepts = Object.hasOwn(files, fieldname) ? files[fieldname] : undefined
      if (!accepts) {
        part.file.resume()
        throw invalid({
          [fieldname.slice(0, 100)]: words('不需要这个文件', 'This file is not asked for'),
        })
      }
      const filename = fileNameOf(part.filename ?? '').slice(0, MAX_NAME) || UNNAMED
      const file = { filename, type: part.mimetype, body: part.file }
      const one = await keeper.take(request.actor, accepts, file)
      kept.push(one)
      fields[fieldname] = one
      fields['filename'] = filename
    }
  } catch (error) {
    await drop()
    throw said(error)
  }
  return { fields, drop }
}

/** A file is never named by what it was kept as: that would be anybody's. */
function withoutFiles(body: unknown, files: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(body)) return body
  const own = Object.entries(body).filter(
    ([name]) => !Object.hasOwn(files, name) && name !== 'filename',
  )
  return Object.fromEntries(own)
}

/** What the reader of forms says, in our words. */
function said(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (
    !code.startsWith('FST_') &&
    !(error instanceof Error && /multipart|unexpected end/i.test(error.message))
  )
    return error
  return new HttpFault(
    400,
    Code.invalid,
    words(
      '上传的表单不完整，或文件、字段太多',
      'The form is cut off, or has too many files or fields',
    ),
  )
}
