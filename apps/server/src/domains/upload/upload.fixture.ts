import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import type { UploadTicket } from '@kaibo/contract/upload/upload.schema.ts'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'

const { preUrl, complete } = uploadApi

type Side = [width: number, height: number]

/** A picture whose left half is red and right half blue. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff',
  [width, height]: Side,
) {
  const half = { width: Math.floor(width / 2), height, channels: 3, background: 'blue' } as const
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([{ input: await sharp({ create: half }).png().toBuffer(), gravity: 'east' }])
    .toFormat(format)
    .toBuffer()
}

export async function ticketFor(
  server: TestServer,
  as: Login,
  size: number,
  type = 'image/png',
): Promise<UploadTicket> {
  const draft = { kind: 'avatar', filename: '头像.png', size, type } as const
  const { code, msg, data } = await server.call(preUrl, draft, as)
  if (code !== 0) throw new Error(`no ticket: ${code} ${msg}`)
  return data
}

export async function put(
  base: string,
  { url, headers }: Pick<UploadTicket, 'url' | 'headers'>,
  body: Buffer | string,
): Promise<Envelope & { status: number }> {
  const answer = await fetch(new URL(url, base), { method: 'PUT', headers, body })
  return { status: answer.status, ...((await answer.json()) as Envelope) }
}

/** All three steps; the answer to the last. */
export async function upload(server: TestServer, base: string, as: Login, bytes: Buffer) {
  const ticket = await ticketFor(server, as, bytes.length)
  const { code } = await put(base, ticket, bytes)
  if (code !== 0) throw new Error(`not put: ${code}`)
  return server.call(complete, { upload_id: ticket.upload_id }, as)
}

/** Every file that there is in the uploads folder, by its key. */
export function filesOf(server: TestServer): string[] {
  const folder = join(server.dataDir, 'uploads')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

export const rowsOf = (server: TestServer) =>
  server.db.query.selectFrom('upload').selectAll().orderBy('upload_id').execute()
