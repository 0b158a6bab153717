import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { BadOption, readOptions } from './options.ts'

const NEEDED = ['--server', 'http://host:8300', '--key', 'ABCD-2345']
const read = (...more: string[]) => readOptions([...NEEDED, ...more], {})

test('the two that are needed, and what the others are by themselves', () => {
  const options = read()
  expect(options).toMatchObject({
    key: 'ABCD-2345',
    source: { kind: 'auto' },
    name: hostname(),
    speed: 1,
    seed: 1,
    bilibiliHost: 'https://live-open.biliapi.com',
  })
  expect(options.server.href).toBe('http://host:8300/')
  expect(options.dataDir).toMatch(/\/data\/agent$/)
})

test('all of them', () => {
  const given = [
    '--source=replay:/tmp/a.jsonl',
    '--data',
    '/d',
    '--name',
    '一号机',
    '--speed',
    '2.5',
  ]
  expect(read(...given, '--seed', '7')).toMatchObject({
    source: { kind: 'replay', file: '/tmp/a.jsonl' },
    dataDir: '/d',
    name: '一号机',
    speed: 2.5,
    seed: 7,
  })
})

const href = (text: string) => readOptions(['--server', text, '--key', 'k'], {}).server.href

test('a server under a path; what follows the path does not belong', () => {
  expect(href('https://host/kaibo')).toBe('https://host/kaibo/')
  expect(href('https://host/kaibo///?a=1#b')).toBe('https://host/kaibo/')
})

test('the environment names the data folder unless the command does', () => {
  const env = { KAIBO_AGENT_DATA: '/env', KAIBO_BILIBILI_HOST: 'http://127.0.0.1:1/' }
  expect(readOptions(NEEDED, env)).toMatchObject({
    dataDir: '/env',
    bilibiliHost: 'http://127.0.0.1:1',
  })
  expect(readOptions([...NEEDED, '--data', '/own'], env).dataDir).toBe('/own')
})

test.each([
  [[], '缺少 --server'],
  [['--server', 'http://h'], '缺少 --key'],
  [['--server', 'host:8300', '--key', 'k'], '--server 应是'],
  [['--server', 'ws://h', '--key', 'k'], '--server 应是'],
  [[...NEEDED, '--sorce', 'auto'], '不认识的参数：--sorce'],
  [[...NEEDED, 'stray'], '不认识的参数：stray'],
  [[...NEEDED, '--source', 'douyin'], '--source 只能是'],
  [[...NEEDED, '--source', 'replay:'], '--source 只能是'],
  [[...NEEDED, '--speed', '0'], '--speed 须在'],
  [[...NEEDED, '--speed', 'fast'], '--speed 须在'],
  [[...NEEDED, '--seed', '1.5'], '--seed 应是'],
  [[...NEEDED, '--seed', '-1'], '--seed'],
  [[...NEEDED, '--name'], '--name 后面要写值'],
])('%j is refused: %s', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(BadOption)
  expect(() => readOptions(args, {})).toThrow(message)
})
