import Database from 'better-sqlite3'
import { StartFault } from '../start-fault.ts'

/**
 * Keeps a second process from opening the database: an exclusive transaction on a file of its own, held until the answer is
 * called. The kernel releases the lock when the process ends, however it ends, so no stale lock can remain.
 */
export function lockFile(path: string): () => void {
  const holder = new Database(path, { timeout: 0 })
  try {
    holder.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    holder.close()
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error
    const message = `数据库正被另一个服务使用，请先停止它；同一数据目录只能运行一个服务：${path}`
    throw new StartFault(message, { cause: error })
  }
  return () => void holder.close()
}
