import type { KeyObject } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { diskFault } from '#disk/fault.ts'
import { AlreadyRunning, lockFolder } from '#disk/lock.ts'
import { enrol, EnrolLater, EnrolRefused } from '#identity/enrol.ts'
import {
  DamagedKey,
  folderOf,
  identityOf,
  keyFor,
  publicKeyOf,
  storedIdentity,
  storeIdentity,
  type Identity,
} from '#identity/identity.ts'
import { Backoff } from '#link/backoff.ts'
import { openLog } from '#log/log.ts'
import { sleep, systemTime } from '#time/time.ts'
import { playTugWar } from '@kaibo/game-tug-war/host.ts'
import { TUG_WAR } from '@kaibo/contract/game/tug-war.ts'
import { pages } from '#game/builtin.ts'
import { stageFiles } from '#stage/builtin.ts'
import { addModel, BadVoiceCommand, VOICE_USAGE } from '#voice/add-model.ts'
import { speakerFile } from '#voice/program.ts'
import { startAgent } from './agent.ts'
import { BUILTIN_GAME } from '#game/child.ts'
import { BadOption, readOptions, USAGE, type Options } from './options.ts'
import { AGENT_VERSION } from './version.ts'

/** 2: wrong arguments. 3: the code is not taken. 4: it runs already. 5: the data folder cannot be used. */
const EXIT = { badOption: 2, refused: 3, running: 4, disk: 5 } as const

const log = openLog((text) => process.stdout.write(text))
const stopping = new AbortController()

// An error in one room or with one platform must not end the other rooms.
process.on('unhandledRejection', (err) =>
  log.error({ err }, '程序出错，已忽略；请把这条日志发给技术支持'),
)

/** How this program is started once more, to play a game that is built in. */
const program = { main: process.argv[1] ?? '', execArgv: process.execArgv }

if (process.argv[2] === BUILTIN_GAME) playBuiltin(process.argv[3])
else if (process.argv[2] === 'voice') await addVoice(process.argv.slice(3))
else await main().catch(end)

/** `voice add FILE`, beside a client that may be running. */
async function addVoice(args: string[]): Promise<void> {
  const around = { env: process.env, main: program.main }
  try {
    if (!(await addModel(args, around, { say, confirm }))) process.exitCode = EXIT.refused
  } catch (error) {
    if (!(error instanceof BadVoiceCommand)) throw error
    process.stderr.write(`${error.message}\n\n${VOICE_USAGE}`)
    process.exitCode = EXIT.badOption
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question)
  lines.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** Ends with the PC client that started it. */
function playBuiltin(name: string | undefined): void {
  process.once('disconnect', () => process.exit(0))
  // It may have ended before this was heard of
  if (!process.connected) process.exit(0)
  if (name === TUG_WAR) playTugWar(process.env)
  else process.exit(EXIT.badOption)
}

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return void process.stdout.write(USAGE)
  const options = readOptions(process.argv.slice(2), process.env)
  const folder = folderOf(options.dataDir, options.server, options.key)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder)
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

  const identity = (await storedIdentity(folder)) ?? (await enrolled(options, folder))
  if (identity) {
    log.info({ pc: identity.name, server: options.server.origin, data: folder }, '客户端已启动')
    const speaker = speakerFile(program.main, options.speaker)
    const own = { program, pages, stageFiles, speaker }
    const parts = { options, identity, folder, time: systemTime, log, ...own }
    const stop = await startAgent(parts)
    await stopped
    log.info('正在退出；直播间保持原来的安排，下次启动继续')
    await stop()
  }
  await unlock()
}

/** Enrols, retrying until the server can be reached; undefined when stopped before. */
async function enrolled(options: Options, folder: string): Promise<Identity | undefined> {
  const key = await keyFor(folder)
  const backoff = new Backoff(Math.random, () => systemTime.elapsed())
  while (!stopping.signal.aborted) {
    try {
      return await enrolWith(options, folder, key)
    } catch (error) {
      if (!(error instanceof EnrolLater)) throw error
      if (!stopping.signal.aborted) log.warn(`还没有登记，稍后重试：${error.message}`)
      await sleep(systemTime, backoff.next(error.afterMs), stopping.signal)
    }
  }
  return undefined
}

async function enrolWith(options: Options, folder: string, key: KeyObject): Promise<Identity> {
  const input = { code: options.key, public_key: publicKeyOf(key), version: AGENT_VERSION }
  const enrolment = await enrol(options.server, input, stopping.signal)
  await storeIdentity(folder, enrolment, options.server)
  return identityOf(enrolment, key)
}

function end(error: unknown): void {
  if (error instanceof BadOption) {
    process.stderr.write(`${error.message}\n\n${USAGE}`)
    process.exitCode = EXIT.badOption
  } else if (error instanceof EnrolRefused) {
    log.error(`登记没有通过：${error.message}。请在控制台重新取登记码，用新的 --key 启动`)
    process.exitCode = EXIT.refused
  } else if (error instanceof AlreadyRunning) {
    log.error(error.message)
    process.exitCode = EXIT.running
  } else {
    const fault = error instanceof DamagedKey ? error.message : diskFault(error)
    if (fault === undefined) throw error
    // A write to an open file fails without a path
    const { dataDir: data } = readOptions(process.argv.slice(2), process.env)
    log.error({ data }, `数据目录不能用：${fault}`)
    process.exitCode = EXIT.disk
  }
}
