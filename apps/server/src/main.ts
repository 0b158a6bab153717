import type { AddressInfo } from 'node:net'
import { buildApp, type App } from './app.ts'
import { commands } from './commands.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { fitConnections, openFileLimit } from './open-files.ts'
import { passwordText, startText } from './start-text.ts'
import { CHECKS } from '#domains/system/system.checks.ts'
import { ensureAdmin } from '#domains/auth/bootstrap.ts'
import { isDiskFull } from '#platform/disk-full.ts'
import { Fault } from '#platform/fault.ts'
import { openControl } from '#platform/control.ts'
import { codeOf, StartFault } from '#platform/start-fault.ts'

const SHUTDOWN_MS = 10_000
const EXIT_CONFIG = 2

async function serve(settings: Config): Promise<void> {
  const { maxConnections: wanted } = settings
  const maxConnections = fitConnections(wanted, openFileLimit(), console.warn)
  const config = { ...settings, maxConnections }
  const app = await buildApp(config)
  endWell(app, config)
  app.metrics.watchProcess()
  const admin = await ensureAdmin(app.platform, app.passwords, config.adminPassword)
  try {
    const url = await open(app, config)
    console.log(startText({ url, config, admin }))
  } catch (error) {
    // It is kept nowhere, and the next start makes no other.
    if (admin?.generated) console.log(`管理员 ${admin.username} 的${passwordText(admin.generated)}`)
    throw error
  }
}

/** Takes requests, and answers where a browser on this machine sends them. */
async function open(app: App, config: Config): Promise<string> {
  if (config.demo) await app.demo.load()
  await app.http.listen({ host: config.host, port: config.port }).catch((cause: unknown) => {
    throw new StartFault(whyNotListening(config, codeOf(cause)), { cause })
  })
  const { port } = app.http.server.address() as AddressInfo
  app.jobs.startUp()
  const { jobs, system, platform } = app
  const answers = { state: () => system.parts(), check: () => jobs.hasten(CHECKS) }
  const control = openControl({ dataDir: config.dataDir, port }, answers, platform.log)
  process.once('exit', () => control.close())
  const url = `http://${urlHost(reachable(config.host))}:${port}`
  if (config.demo) await app.demo.run(url)
  return url
}

function whyNotListening({ host, port }: Config, code: string): string {
  if (code === 'EADDRINUSE') {
    return `端口 ${port} 已被占用，请停止占用它的程序，或用 KAIBO_PORT 换一个端口`
  }
  return `无法在 ${host}:${port} 上监听（${code}），请检查 KAIBO_HOST 与 KAIBO_PORT`
}

/** Where a program on this machine reaches a server that listens on every address. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Ctrl-C and SIGTERM end us cleanly, within 10 seconds whatever hangs; a fault nobody caught ends us at once. */
function endWell(app: App, { logFormat }: Config): void {
  const { log } = app.platform
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    if (logFormat === 'text') console.log('正在停止…')
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    app.close().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const crash = (err: unknown) => {
    log.fatal({ err }, 'crashed')
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}

async function main(name: string | undefined): Promise<void> {
  const config = readConfig(process.env, process.stdout.isTTY)
  if (name === undefined) return serve(config)
  const command = commands[name]
  if (!command)
    throw new StartFault(`没有命令 ${name}，可用的有：${Object.keys(commands).join('、')}`)
  process.exitCode = await command(config, console.log)
}

main(process.argv[2]).catch((error: unknown) => {
  if (error instanceof ConfigError) {
    console.error(`设置有误，请改正后重新启动：\n${error.message}`)
    process.exit(EXIT_CONFIG)
  }
  if (isDiskFull(error)) console.error('启动失败：服务器磁盘空间不足，请清理后重新启动')
  else if (error instanceof StartFault) console.error(`启动失败：${error.message}`)
  else console.error(error instanceof Fault ? error.message : error)
  process.exit(1)
})
