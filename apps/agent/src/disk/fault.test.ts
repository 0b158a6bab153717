import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '#spool/spool.fixture.ts'
import { diskFault } from './fault.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => error)

test('a file in the place of a folder: which path, and why', async () => {
  const file = join(await freshFolder(), 'file')
  await writeFile(file, '')
  const path = join(file, 'agent')
  const failure = await failureOf(mkdir(path, { recursive: true }))
  expect(diskFault(failure)).toBe(`${path}：路径中有一个同名的文件，不是目录（ENOTDIR）`)
})

test('a code that has no words of ours keeps the words of the system', () => {
  const failure = Object.assign(new Error('ELOOP: too many links'), {
    code: 'ELOOP',
    syscall: 'open',
    path: '/data',
  })
  expect(diskFault(failure)).toBe('/data：ELOOP: too many links')
})

test('what is no fault of the disk is none', () => {
  expect(diskFault(new Error('x'))).toBeUndefined()
  expect(diskFault('x')).toBeUndefined()
})
