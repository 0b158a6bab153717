import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { agentApi } from '@kaibo/contract/agent/enrol.api.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { readJson, writeJson, writeWhole } from '#disk/json-file.ts'

/** What proves to the server that this is the PC that enrolled. */
export interface Identity {
  pc_id: string
  name: string
  key: KeyObject
}

/** The stored key cannot be used; the message says what to do. */
export class DamagedKey extends Error {}

export type Enrolled = DataOf<typeof agentApi.enrol>

/** One folder a server and code, so that the command with which a PC enrolled finds its identity again. */
export function folderOf(dataDir: string, server: URL, code: string): string {
  return join(
    dataDir,
    createHash('sha256').update(`${server.href}|${code}`).digest('hex').slice(0, 16),
  )
}

/** The identity of the folder's enrolment; undefined where there was none. */
export async function storedIdentity(folder: string): Promise<Identity | undefined> {
  const stored = agentApi.enrol.data.safeParse(await readJson(join(folder, 'identity.json')))
  const key = await storedKey(folder)
  return stored.success && key ? identityOf(stored.data, key) : undefined
}

/** Stores the server too, so that a later enrolment of this PC recognises the folder (`former.ts`). */
export async function storeIdentity(
  folder: string,
  enrolled: Enrolled,
  server: URL,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeJson(join(folder, 'identity.json'), { ...enrolled, server: server.href })
}

export const identityOf = ({ pc_id, name }: Enrolled, key: KeyObject): Identity => ({
  pc_id,
  name,
  key,
})

/** The folder's key. Stored before the PC enrols, so that a crash in between does not use up the code for a lost key. */
export async function keyFor(folder: string): Promise<KeyObject> {
  const stored = await storedKey(folder)
  if (stored) return stored
  const { privateKey } = generateKeyPairSync('ed25519')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeWhole(join(folder, 'key.pem'), pem.toString())
  return privateKey
}

/** SPKI, DER, base64. */
export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')

/** Undefined only where there is no key. One that cannot be read throws, so that it is not replaced by a new one. */
async function storedKey(folder: string): Promise<KeyObject | undefined> {
  const path = join(folder, 'key.pem')
  const pem = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  return pem && keyIn(pem, path)
}

function keyIn(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new DamagedKey(
      `密钥文件已损坏：${path}。请从备份恢复；没有备份就删除它，在控制台重新取登记码，用新的 --key 启动`,
    )
  }
}
