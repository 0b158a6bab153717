import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import type { Tables } from '#migrations/tables.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { isId } from '#platform/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { isSameText } from '#platform/same-text.ts'
import type { Publishing } from './voice.publish.ts'
import type { ResourceFiles } from './voice.resources.ts'
import { serverById } from './voice.server.store.ts'
import { isSigned } from './voice.signed.ts'

const Told = z.object({
  resource_id: z.string(),
  server_id: z.string(),
  version: z.int(),
  sha256: z.string(),
  ok: z.boolean(),
})

/** Hands resources to the voice servers that were told of them, and hears what came of it. */
export function createHanding(
  { db, clock, seal }: Platform<Tables>,
  { publishing, files }: { publishing: Publishing; files: Pick<ResourceFiles, 'open'> },
) {
  return {
    /** Nothing for an address that is not ours, or too old. */
    async read(
      upload_id: string,
      { until, signature }: { until?: unknown; signature?: unknown },
    ): Promise<Readable | undefined> {
      if (typeof until !== 'string' || typeof signature !== 'string') return undefined
      if (!isId(upload_id) || Number(until) <= clock.now()) return undefined
      if (!isSameText(signature, publishing.signResource(upload_id, Number(until))))
        return undefined
      return files.open(upload_id)
    },

    /** Whether something was waited for. 401 where it is not signed by the server that it names. */
    async published(headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
      const told = Told.safeParse(jsonIn(body)).data
      const server = told && (await serverById(db.query, told.server_id))
      const key = server?.api_key_sealed ? seal.open(server.api_key_sealed) : undefined
      const proof = {
        timestamp: headers['x-kaibo-timestamp'],
        signature: headers['x-kaibo-signature'],
      }
      if (!told || key === undefined || !isSigned(proof, body, key, clock.now()))
        throw new HttpFault(401, Code.noToken, httpText(401))
      return publishing.published(told)
    },
  }
}

export type Handing = ReturnType<typeof createHanding>

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
