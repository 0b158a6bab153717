import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AlreadyRunning, lockFolder } from '#disk/lock.ts'
import type { Log } from '#log/log.ts'
import { Spool, type SpoolOptions } from './spool.ts'

const AT_ONCE = { items: 500, bytes: 1_000_000 }

/**
 * Takes over the unsent items of former enrolments of this PC, before the spool at `folder` is opened. If the process is killed
 * meanwhile, the next start takes over the rest.
 */
export async function inherit(
  folder: string,
  former: readonly string[],
  options: SpoolOptions,
): Promise<void> {
  for (const one of former) {
    try {
      await takeFrom(one, folder, options)
    } catch (error) {
      tell(options.log, one, error)
    }
  }
}

async function takeFrom(former: string, folder: string, options: SpoolOptions): Promise<void> {
  const left = join(former, 'spool')
  if (!(await isThere(left))) return
  const unlock = await lockFolder(former)
  try {
    if (await isThere(folder)) await pour(left, folder, options)
    else {
      // The whole spool with its name, by which the server knows what it has stored of it
      await mkdir(dirname(folder), { recursive: true })
      await rename(left, folder)
    }
    options.log.info({ from: former }, '接手上次登记未发完的数据')
  } finally {
    await unlock()
  }
}

/**
 * Copies events into a spool that exists already. Only events, because the server recognises a repeated event from any spool:
 * one that it has already, or that is copied twice because of a kill, counts once.
 */
async function pour(left: string, folder: string, options: SpoolOptions): Promise<void> {
  const from = await Spool.open(left, options)
  const to = await Spool.open(folder, options)
  try {
    for (let after = 0; ;) {
      const batch = from.read(after, AT_ONCE)
      if (!batch) break
      for (const item of batch.items) if (item.type === 'event') to.append(item)
      if (!(await to.flush())) throw new Error('the disk takes no more')
      after = batch.last_seq
    }
  } finally {
    await Promise.all([from.close(), to.close()])
  }
  await rm(left, { recursive: true })
}

function tell(log: Log, former: string, error: unknown): void {
  if (error instanceof AlreadyRunning)
    log.warn({ from: former }, '上次登记的客户端还在运行：它未发完的数据，等它退出后下次启动再接手')
  else log.error({ err: error, from: former }, '上次登记未发完的数据没能接手，下次启动再试')
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
