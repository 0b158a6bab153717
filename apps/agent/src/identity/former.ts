import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'

/** Folders of former enrolments of this PC with other codes, whose unsent items are still to be sent. */
export async function formerFolders(folder: string, pc_id: string, server: URL): Promise<string[]> {
  const dataDir = dirname(folder)
  const entries = await readdir(dataDir, { withFileTypes: true })
  const others = entries.filter((one) => one.isDirectory() && one.name !== basename(folder))
  const paths = others.map(({ name }) => join(dataDir, name))
  const areOurs = await Promise.all(paths.map((path) => isOf(path, pc_id, server)))
  return paths.filter((_, index) => areOurs[index])
}

/** Compares the PC's id, and the server where it is stored: earlier versions did not store it. */
async function isOf(folder: string, pc_id: string, { href }: URL): Promise<boolean> {
  const known = await readJson(join(folder, 'identity.json'))
  if (!isRecord(known) || known['pc_id'] !== pc_id) return false
  return known['server'] === undefined || known['server'] === href
}
