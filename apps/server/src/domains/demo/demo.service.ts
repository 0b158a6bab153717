import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { startBeat, type Beat } from '#platform/beat.ts'
import type { Platform } from '#platform/platform.ts'
import { superviseAgent, type AgentProgram, type SupervisedAgent } from './demo.agent.ts'
import { demoActor, loadDemo, type DemoMakers } from './demo.load.ts'
import * as store from './demo.store.ts'

export interface DemoDeps extends DemoMakers {
  startRoom(actor: Actor, room_code: string): Promise<unknown>
  enrolCode(actor: Actor, pc: { pc_id: string }, ownAddress: string): Promise<{ code: string }>
  online(pc_id: string): boolean
  program: AgentProgram
  /** Has one server at a time do this. */
  alone(work: { begin(): Promise<void>; end(): Promise<void> }): { close(): Promise<void> }
  dataDir: string
}

export interface Demo {
  /** Loads the demonstration into an empty database. An error is logged and does not stop the server's start. */
  load(): Promise<void>
  /** Runs its PC client against this server; starts its rooms the first time. */
  run(server_url: string): Promise<void>
  close(): Promise<void>
}

const LOOK_MS = 500

export function createDemo(platform: Platform<Tables>, deps: DemoDeps): Demo {
  const { db, clock, log } = platform
  // The folder exists only where the demonstration was loaded: of the servers there one runs the agent.
  const folder = join(deps.dataDir, 'demo-agent')
  let agent: SupervisedAgent | undefined
  let opening: Beat | undefined
  let held: { close(): Promise<void> } | undefined

  /** Starts the rooms once the PC is online. After that they are left to the operator and never started automatically again. */
  async function openOnce(pc_id: string): Promise<void> {
    if (!deps.online(pc_id)) return
    void opening?.stop()
    await store.setState(db.query, 'handed_over')
    for (const room_code of await store.demoRoomCodes(db.query)) {
      // Not awaited: starting a room takes time, and this server may end meanwhile.
      deps.startRoom(demoActor, room_code).catch((err: unknown) => {
        log.warn({ err, room_code }, 'demo room did not start')
      })
    }
  }

  return {
    async load() {
      try {
        if (!(await loadDemo(platform, deps))) return
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        log.info('demo loaded')
      } catch (err) {
        log.error({ err }, 'demo could not be loaded')
      }
    },
    async run(server_url) {
      const pc = await store.demoPc(db.query)
      if (!pc || !existsSync(folder)) return
      const newCode = async () =>
        (await deps.enrolCode(demoActor, { pc_id: pc.id }, server_url)).code
      const { program } = deps
      held = deps.alone({
        async begin() {
          agent = superviseAgent({ program, folder, server_url, newCode, clock, log })
        },
        async end() {
          await agent?.stop()
          agent = undefined
        },
      })
      if ((await store.stateOf(db.query)) !== 'loaded') return
      opening = startBeat(
        LOOK_MS,
        () => openOnce(pc.id),
        (err) => log.error({ err }, 'demo rooms'),
      )
    },
    async close() {
      await held?.close()
      await opening?.stop()
    },
  }
}
