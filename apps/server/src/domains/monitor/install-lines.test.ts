import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { runProgram } from './install-lines.fixture.ts'
import { AGENT_PATH, SPEAKER_PATH } from './agent-file.ts'
import { installLines, voiceLines } from './install-lines.ts'

/* The lines are run in a folder with nothing in it. The whole way, with the agent itself, is walked in e2e/first-login. */

/** In the agent's place: says what it is started with. */
const PROGRAM = 'console.log("started", ...process.argv.slice(2))\n'
const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

let folder: string
let agentFile: string
let speakerArchive: string
let server: TestServer
let address: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kaibo-install-'))
  agentFile = join(folder, 'built.mjs')
  writeFileSync(agentFile, PROGRAM)
  mkdirSync(join(folder, 'kaibo-speaker'))
  writeFileSync(join(folder, 'kaibo-speaker/main.js'), PROGRAM)
  speakerArchive = join(folder, 'built.tgz')
  execFileSync('tar', ['-czf', speakerArchive, 'kaibo-speaker'], { cwd: folder })
  server = await bootServer({ config: { agentFile, speakerArchive } })
  address = await server.listen()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const lines = (change: Partial<Parameters<typeof installLines>[0]> = {}) =>
  installLines({ address, code: 'AAAA-BBBB-CCCC', sha256: digest(PROGRAM), lang: 'zh', ...change })
const run = (line: string, env: Record<string, string> = {}) =>
  runProgram('/bin/sh', ['-c', line], env)

test('the sh line downloads the agent, checks it and starts it with the code', async () => {
  const { code, out, err } = await run(lines().sh)
  expect({ code, out, err }).toEqual({
    code: 0,
    out: `started --server ${address} --key AAAA-BBBB-CCCC\n`,
    err: '',
  })
})

test('a program other than the one that the console named is not started', async () => {
  const { code, out, err } = await run(lines({ sha256: digest('another') }).sh)
  expect(code).toBe(1)
  expect(out).toBe('')
  expect(err).toContain('下载的程序与控制台给出的不一致，没有启动')
})

test('where the server is out of reach it says so', async () => {
  const { code, err } = await run(lines({ address: 'http://127.0.0.1:9' }).sh)
  expect(code).toBe(1)
  expect(err).toContain('下载没有成功：请确认这台电脑能打开 http://127.0.0.1:9')
})

test('without Node, or with an old one, it says which is needed before anything is downloaded', async () => {
  const none = await run(lines().sh, { PATH: join(folder, 'none') })
  expect(none.code).toBe(1)
  expect(none.err).toContain(
    '这台电脑没有 Node.js：请从 https://nodejs.org 安装 20.19 或更新的版本',
  )
  // Answers as an old one does to the two things that it is asked.
  const old = join(folder, 'node')
  writeFileSync(old, '#!/bin/sh\n[ "$1" = -v ] && echo v18.20.8 || exit 1\n', { mode: 0o755 })
  const { code, out, err } = await run(lines().sh, { PATH: `${folder}:${process.env['PATH']}` })
  expect(code).toBe(1)
  expect(out).toBe('')
  expect(err).toMatch(/需要 Node\.js 20\.19 或更新的版本.*这台电脑上是 v18\.20\.8/)
})

test('the PowerShell line does the same, in words of PowerShell', () => {
  const { powershell, again } = lines()
  const sha256 = digest(PROGRAM)
  expect(powershell).toBe(
    [
      `& { $ErrorActionPreference = 'Stop'`,
      `if (-not (Get-Command node -ErrorAction SilentlyContinue)) { throw '这台电脑没有 Node.js：请从 https://nodejs.org 安装 20.19 或更新的版本，再粘贴一次' }`,
      `if ([version](node -p process.versions.node) -lt [version]'20.19.0') { throw "需要 Node.js 20.19 或更新的版本，请从 https://nodejs.org 安装后再粘贴一次。这台电脑上是 $(node -v)" }`,
      `try { Invoke-WebRequest -UseBasicParsing ${address}/agent/kaibo-agent.mjs -OutFile kaibo-agent.mjs } catch { throw '下载没有成功：请确认这台电脑能打开 ${address}' }`,
      `if ((Get-FileHash -Algorithm SHA256 kaibo-agent.mjs).Hash -ne '${sha256}') { throw '下载的程序与控制台给出的不一致，没有启动：请在控制台重新生成命令' }`,
      `node kaibo-agent.mjs --server ${address} --key AAAA-BBBB-CCCC }`,
    ].join('; '),
  )
  expect(powershell).toContain(again)
  // `&&` came with PowerShell 7.
  expect(powershell).not.toContain('&&')
})

const voice = (change: Partial<Parameters<typeof voiceLines>[0]> = {}) =>
  voiceLines({ address, sha256: digest(readFileSync(speakerArchive)), lang: 'zh', ...change })

test('the voice is downloaded, checked and unpacked where the agent looks for it', async () => {
  const { code, out, err } = await run(`${voice().voice_sh}; node kaibo-speaker/main.js heard`)
  expect({ code, out, err }).toEqual({
    code: 0,
    out: '语音已装好，重启客户端后生效\nstarted heard\n',
    err: '',
  })
  const other = await run(voice({ sha256: digest('another') }).voice_sh)
  expect(other).toMatchObject({ code: 1, out: '' })
  expect(voice().voice_powershell).toContain(`${address}${SPEAKER_PATH} -OutFile`)
  expect(voice().voice_powershell).not.toContain('&&')
})

test('who reads English gets the lines with English messages', () => {
  const { sh, powershell } = lines({ lang: 'en' })
  for (const line of [sh, powershell]) {
    expect(line).toContain('There is no Node.js here')
    expect(line).not.toMatch(/\p{Script=Han}/u)
  }
})

test('a code comes with the lines for the program that is built now, which anybody may download', async () => {
  const operator = await server.login('operator')
  await server.call(monitorApi.editPublicAddress, { address: 'https://kaibo.test' }, operator)
  const enrol = async (name: string) =>
    (await server.call(monitorApi.enrolCode, { name }, operator)).data
  const download = () => server.app.http.inject({ url: AGENT_PATH })
  const first = await enrol('一号机')
  expect(first).toMatchObject({ address: 'https://kaibo.test' })
  expect(first.lines).toEqual({
    ...lines({ address: 'https://kaibo.test', code: first.code }),
    ...voice({ address: 'https://kaibo.test' }),
  })
  const answer = await download()
  expect(answer.body).toBe(PROGRAM)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })

  const rebuilt = `${PROGRAM}// rebuilt\n`
  writeFileSync(agentFile, rebuilt)
  utimesSync(agentFile, 1, 1)
  expect((await download()).body).toBe(rebuilt)
  expect((await enrol('二号机')).lines.sh).toContain(digest(rebuilt))
})

test('where nothing is built there is nothing to download', async () => {
  const bare = await bootServer()
  for (const url of [AGENT_PATH, SPEAKER_PATH])
    expect((await bare.app.http.inject({ url })).statusCode).toBe(404)
  await bare.close()
})
