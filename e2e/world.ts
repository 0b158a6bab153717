import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { LiveAccountDraft } from '@kaibo/contract/live-account/live-account.schema.ts'
import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { launchBrowser, until } from '@kaibo/testkit/browser.ts'
import { loginOver, type Client } from '@kaibo/testkit/client.ts'
import {
  ADMIN_PASSWORD,
  startAgent,
  startServer,
  type AgentProcess,
  type ServerProcess,
} from '@kaibo/testkit/process.ts'

/** Nine lines as Bilibili's open platform sends them; line 5 repeats line 4. Viewers paid ¥229.00 in all. */
export const RECORDING = fileURLToPath(
  new URL('./test-data/bilibili-recording.jsonl', import.meta.url),
)

/** A server, a browser and an administrator: what every journey begins with. */
export interface World {
  server: ServerProcess
  browser: Browser
  admin: Client
  /** A live account, a PC that is online, and the room that binds them. */
  room(options: RoomOptions): Promise<Room>
  dispose(): Promise<void>
}

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

export async function createWorld(): Promise<World> {
  const server = await startServer()
  const browser = await launchBrowser()
  const admin = await loginOver(server.url, 'admin', ADMIN_PASSWORD)
  const agents: AgentProcess[] = []
  return {
    server,
    browser,
    admin,
    room: async (options) => {
      const room = await createRoom(server, admin, options)
      agents.push(room.agent)
      return room
    },
    dispose: async () => {
      await Promise.all(agents.map((agent) => agent.dispose()))
      await browser.close()
      await server.dispose()
    },
  }
}

async function createRoom(
  server: ServerProcess,
  admin: Client,
  { name, account, agent }: RoomOptions,
): Promise<Room> {
  const added = await admin.call(liveAccountApi.add, {
    platform: 'other',
    nickname: `${name}的账号`,
    ...account,
  })
  const pc = await admin.call(monitorApi.enrolCode, { name: `${name}的PC` })
  const process = startAgent({ server: server.url, key: pc.code, args: agent })
  const { account_id } = added.account
  const row = await admin.call(roomApi.create, { name, account_id, pc_id: pc.pc_id })
  await until(
    `PC of ${name} online`,
    async () =>
      (await admin.call(roomApi.info, { room_code: row.room_code })).pc?.presence === 'online',
  )
  return { code: row.room_code, account_id, push: added.push, agent: process }
}
