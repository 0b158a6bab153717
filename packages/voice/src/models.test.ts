import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ModelFault, Models } from './models.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibo-models-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const told = (line: object) => `console.log('${JSON.stringify(line)}')`
const WRITES = `import fs from 'node:fs'\nfs.writeFileSync(process.argv[3] + '/tokens.txt', 'x')\n`

test.each([
  ['is killed', `${WRITES}process.kill(process.pid, 'SIGKILL')`, '模型没有解开'],
  ['says so and then dies', `${told({ ok: true })}\nprocess.exitCode = 3`, '模型没有解开'],
  ['says nothing', WRITES, '模型没有解开'],
  ['says what nobody knows', told({ ok: false, why: 'constructor', file: 'x' }), '模型没有解开'],
  [
    'finds the disk full',
    `${WRITES}${told({ ok: false, why: 'disk', file: 'ENOSPC' })}`,
    '磁盘已满，没有解开',
  ],
])('of a program that %s nothing is left, and it is said in words', async (_, code, said) => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'unpack.js'), code)
  const models = new Models({
    folder: join(folder, 'models'),
    speakerFile: join(folder, 'main.js'),
  })
  const fault = await models.unpack('a'.repeat(64), '/dev/null').catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(ModelFault)
  expect(fault).toMatchObject({ words: { zh: said } })
  expect(await readdir(join(folder, 'models'))).toEqual([])
})
