import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { licencesIn } from './licence.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibo-licence-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const put = (name: string, bytes: Buffer | string) => writeFile(join(folder, name), bytes)
const textIn = async () => (await licencesIn(folder))[0]?.text

test('the licence comes first, and nothing that is no text of it', async () => {
  for (const name of ['README.md', 'model.onnx', 'MODEL_CARD', 'LICENSE', 'COPYING', 'licence.doc'])
    await put(name, name)
  const found = await licencesIn(folder)
  expect(found.map(({ name }) => name)).toEqual(['LICENSE', 'COPYING', 'MODEL_CARD', 'README.md'])
})

test('in GBK as in UTF-8, also where it is cut within a letter', async () => {
  await put('LICENSE', Buffer.from('cafd bedd bdf6 b9a9 d1d0 bebf'.replaceAll(' ', ''), 'hex'))
  expect(await textIn()).toBe('数据仅供研究')
  await put('LICENSE', '\uFEFF' + '研究'.repeat(20_000))
  expect(await textIn()).toMatch(/^(研究)+研?\n……（后面还有，请在压缩包里阅读）$/)
})

test('what would write elsewhere in a terminal, or turn the text around, is left out', async () => {
  await put('LICENSE', 'no\u001B[2K\u001B]0;x\u0007 commerce\r\n\u202Eend\0\tof it\n')
  expect(await textIn()).toBe('no[2K]0;x commerce\nend\tof it')
})

test('of a file of gigabytes only the beginning is read', async () => {
  await put('LICENSE', 'MIT')
  await truncate(join(folder, 'LICENSE'), 2_900_000_000)
  expect(await textIn()).toBe('MIT\n……（后面还有，请在压缩包里阅读）')
})
