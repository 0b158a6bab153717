import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { LiveAccountDraft } from '@kaibo/contract/live-account/live-account.schema.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import {
  launchBrowser,
  openPage,
  until,
  type ConsolePage,
  type PageOptions,
} from '@kaibo/testkit/browser.ts'
import { loginOver, type Client } from '@kaibo/testkit/client.ts'
import {
  ADMIN_PASSWORD,
  startAgent,
  startServer,
  type AgentProcess,
  type ServerProcess,
} from '@kaibo/testkit/process.ts'
import { enter } from './enter.ts'

/** Nine lines as Bilibili's open platform sends them; line 5 repeats line 4. Viewers paid ¥229.00 in all. */
export const RECORDING = fileURLToPath(
  new URL('./test-data/bilibili-recording.jsonl', import.meta.url),
)

/** A server, a browser and an administrator: what every journey begins with. */
export interface World {
  server: ServerProcess
  browser: Browser
  admin: Client
  /** A browser that nobody has logged in with; it is gone after the test. */
  page(look?: PageOptions): Promise<ConsolePage>
  /** Logs the administrator, or somebody else, in on it and goes to a path. */
  enter(page: ConsolePage, path: string, as?: Person): Promise<void>
  /** Both of these. */
  open(path: string, look?: PageOptions & { as?: Person }): Promise<ConsolePage>
  /** A live account, a PC that has never been online (`key`: by which it may be), and the room that binds them. */
  idleRoom(name: string): Promise<Omit<Room, 'agent'> & { key: string }>
  /** The same with a PC that is online. */
  room(options: RoomOptions): Promise<Room>
  dispose(): Promise<void>
}

interface Person {
  username: string
  password: string
}
const ADMIN: Person = { username: 'admin', password: ADMIN_PASSWORD }

interface RoomOptions {
  name: string
  account?: Partial<LiveAccountDraft>
  /** The agent's arguments, such as `['--source', 'simulator']`. */
  agent: string[]
}

export interface Room {
  code: string
  account_id: string
  push: { key: string; secret: string }
  agent: AgentProcess
}

/** One for all files that a worker runs. It ends with the worker. */
let launched: Promise<Browser> | undefined

const enterAs: World['enter'] = (page, path, { username, password } = ADMIN) =>
  enter(page, username, password, path)

/** `env`: settings of the server. */
export async function createWorld(env: Record<string, string> = {}): Promise<World> {
  const server = await startServer(env)
  const browser = await (launched ??= launchBrowser())
  const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  const agents: AgentProcess[] = []
  async function page(look?: PageOptions) {
    const opened = await openPage(browser, server.url, look)
    onTestFinished(() => opened.context().close())
    return opened
  }
  return {
    server,
    browser,
    admin,
    page,
    enter: enterAs,
    async open(path, { as, ...look } = {}) {
      const opened = await page(look)
      await enterAs(opened, path, as)
      return opened
    },
    idleRoom: (name) => createRoom(admin, { name }),
    room: async ({ agent: args, ...options }) => {
      const { key, ...room } = await createRoom(admin, options)
      const agent = startAgent({ server: server.url, key, args })
      agents.push(agent)
      await isOnline(admin, room.code)
      return { ...room, agent }
    },
    dispose: async () => {
      await Promise.all(agents.map((agent) => agent.dispose()))
      await Promise.all(browser.contexts().map((context) => context.close()))
      await server.dispose()
    },
  }
}

async function createRoom(admin: Client, { name, account }: Omit<RoomOptions, 'agent'>) {
  const added = await admin.call(liveAccountApi.add, {
    platform: 'other',
    nickname: `${name}的账号`,
    ...account,
  })
  const { account_id } = added.account
  const pc = await admin.call(monitorApi.enrolCode, { name: `${name}的PC` })
  const row = await admin.call(roomApi.create, { name, account_id, pc_id: pc.pc_id })
  return { code: row.room_code, account_id, push: added.push, key: pc.code }
}

const isOnline = (admin: Client, room_code: string) =>
  until(
    `PC of ${room_code} online`,
    async () => (await admin.call(roomApi.info, { room_code })).pc?.presence === 'online',
    60_000,
  )
