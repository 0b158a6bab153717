import { words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { fault } from './fault.ts'
import { codeOf } from './start-fault.ts'

/** The error codes of file systems, SQLite and PostgreSQL. */
const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100']

export const isDiskFull = (error: unknown): boolean => FULL.includes(codeOf(error))

/** The answer to a write: trying again helps only after somebody has made room. */
export const diskFull = () =>
  fault(
    Code.internal,
    words(
      '服务器磁盘空间不足，没有保存，请联系管理员清理后重试',
      'The server’s disk is full and nothing was kept; ask an administrator to make room',
    ),
  )
