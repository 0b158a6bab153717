import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { obeyStart, type TestAgent } from '@kaibo/testkit/agent.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom, buildStudio, type Room } from '@kaibo/testkit/build/room.build.ts'
import { showStage } from '@kaibo/testkit/build/stage.build.ts'
import { nothing, type DomainSamples, type Scenario, type Sample } from '@kaibo/testkit/rights.ts'

/** A call that names a room and nothing else. */
const ofRoom: Sample = {
  input: ({ own }) => ({ room_code: own.room.room_code }),
  foreign: ({ foreign }) => ({ room_code: foreign.room.room_code }),
}

const draft = { name: '新直播间' }

const idleRoom = (scenario: Scenario, of: 'own' | 'foreign') =>
  buildRoom(scenario.server.platform, { org_id: scenario[of].room.org_id })

const idle = async (scenario: Scenario, of: 'own' | 'foreign') => ({
  room_code: (await idleRoom(scenario, of)).room_code,
})

let games = 0

/** A game that the caller's organisation may run. */
async function allowed({ server, org_id }: Scenario) {
  const draft = { name: `可开的${++games}`, org_ids: [org_id] }
  const { data } = await server.call(gameApi.add, draft, await server.login('admin'))
  return { game_id: data.game_id }
}

async function edited(scenario: Scenario, of: 'own' | 'foreign') {
  const { room_code, account_id } = await idleRoom(scenario, of)
  return { ...draft, room_code, account_id, version: 1 }
}

async function deleted(scenario: Scenario, of: 'own' | 'foreign') {
  const { room_code } = await idleRoom(scenario, of)
  const { query } = scenario.server.db
  await query
    .updateTable('room')
    .set({ deleted_at: 1 })
    .where('room_code', '=', room_code)
    .execute()
  return { room_code, version: 1 }
}

async function obeyCommand(agent: TestAgent): Promise<void> {
  const { id } = await agent.next('command')
  agent.send({ type: 'command_state', id, state: 'done', detail: null })
}

/** One that is on the PC. */
async function inserted(
  { db, ids, clock }: TestServer['platform'],
  { id: room_id, org_id }: Room,
): Promise<string> {
  const at = clock.now()
  const of = { id: ids.next(at), key: crypto.randomUUID(), created_by: 'u', room_id, org_id }
  const times = { at, expires_at: at + 60_000, updated_at: at }
  const said = { text: '大家好', position: 'tail', status: 'sent' } as const
  await db.query
    .insertInto('room_insert')
    .values({ ...of, ...times, ...said, run_id: null, detail: null })
    .execute()
  return of.id
}

const SOUND = 'builtin:ding'
let draws = 0

/** A draw among the viewers of a run. */
async function drawn(
  { db, clock }: TestServer,
  { run_id, room_id, org_id, account_id }: Scenario['own']['run'],
): Promise<string> {
  const draw_id = `draw-${++draws}`
  const at = clock.now()
  const told = { prize: '玫瑰', condition: 'none', word: '', winners: 1, seed_hash: '' } as const
  const none = { seed: null, entrants_json: '[]', winners_json: '[]', drawn_at: null }
  const of = { run_id, room_id, org_id, account_id, number: draws }
  await db.query
    .insertInto('lottery_draw')
    .values({ draw_id, ...of, ...told, ...none, opened_at: at, closes_at: at })
    .execute()
  return draw_id
}

const dropping = { speech_id: 's1', act: 'cancel' } as const

async function answerQueue(agent: TestAgent): Promise<void> {
  const { id } = await agent.next('ask_queue')
  agent.send({ type: 'queue', id, list: [], done: true })
}

export const roomSamples: DomainSamples = {
  async rows({ platform }, org_id) {
    const { room, run } = await buildOnAir(platform, { org_id })
    return [room.room_code, room.id, run.run_id]
  },
  calls: {
    'room.list': nothing,
    'room.wall': nothing,
    'room.info': ofRoom,
    'room.create': {
      async input({ server, org_id }) {
        const { account_id } = await buildLiveAccount(server.platform, { org_id })
        return { ...draft, account_id }
      },
      foreign: ({ foreign }) => ({ ...draft, account_id: foreign.account.account_id }),
      foreignCode: 1001,
    },
    'room.update': {
      input: (scenario) => edited(scenario, 'own'),
      foreign: (scenario) => edited(scenario, 'foreign'),
    },
    'room.changeGame': {
      input: async (scenario) => ({
        ...(await idle(scenario, 'own')),
        ...(await allowed(scenario)),
      }),
      foreign: async (scenario) => ({
        ...(await idle(scenario, 'foreign')),
        ...(await allowed(scenario)),
      }),
    },
    'room.delete': {
      input: async (scenario) => ({ room_code: (await idleRoom(scenario, 'own')).room_code }),
      foreign: async (scenario) => ({ room_code: (await idleRoom(scenario, 'foreign')).room_code }),
    },
    'room.restore': {
      input: (scenario) => deleted(scenario, 'own'),
      foreign: (scenario) => deleted(scenario, 'foreign'),
    },
    'room.queue': {
      ...ofRoom,
      input: async (scenario) => ({ room_code: (await idleRoom(scenario, 'own')).room_code }),
    },
    'room.queueAct': {
      async input({ server, url, org_id }) {
        const { room, agent } = await buildStudio(server.platform, url, { room: { org_id } })
        void answerQueue(agent)
        return { room_code: room.room_code, ...dropping }
      },
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, ...dropping }),
    },
    'room.preflight': ofRoom,
    'room.start': {
      ...ofRoom,
      async input({ server, url, org_id }) {
        const { room, agent } = await buildStudio(server.platform, url, { room: { org_id } })
        void obeyStart(agent, room.room_code)
        return { room_code: room.room_code }
      },
    },
    'room.stop': ofRoom,
    'room.air': {
      input: ({ own }) => ({ room_code: own.room.room_code, act: 'pause' }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, act: 'pause' }),
    },
    'room.stopRule': {
      input: ({ own }) => ({ room_code: own.room.room_code, stop: { mode: 2, at: '23:30' } }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code }),
    },
    'room.say': {
      async input({ server, url, org_id }) {
        const { room } = await buildStudio(server.platform, url, {
          room: { org_id, state: 'living', desired_run: 1 },
        })
        return { room_code: room.room_code, text: '大家好', key: crypto.randomUUID() }
      },
      foreign: ({ foreign }) => ({
        room_code: foreign.room.room_code,
        text: '大家好',
        key: crypto.randomUUID(),
      }),
    },
    'room.cutInVideo': {
      async input({ server, url, org_id }) {
        const { room } = await buildStudio(server.platform, url, {
          room: { org_id, state: 'living', desired_run: 1 },
        })
        await showStage(server.platform, room)
        return { room_code: room.room_code, asset_id: SOUND, key: crypto.randomUUID() }
      },
      foreign: ({ foreign }) => ({
        room_code: foreign.room.room_code,
        asset_id: SOUND,
        key: crypto.randomUUID(),
      }),
    },
    'room.inserts': ofRoom,
    'room.insertCancel': {
      async input({ server, url, org_id }) {
        const { room, agent } = await buildStudio(server.platform, url, {
          room: { org_id, state: 'living', desired_run: 1 },
        })
        void obeyCommand(agent)
        return { id: await inserted(server.platform, room) }
      },
      foreign: async ({ server, foreign }) => ({
        id: await inserted(server.platform, foreign.room),
      }),
    },
    'room.stopReason': {
      input: ({ own }) => ({ run_id: own.run.run_id, reason: '换主播' }),
      foreign: ({ foreign }) => ({ run_id: foreign.run.run_id, reason: '换主播' }),
    },
    'room.statusCheck': ofRoom,
    'room.reset': {
      ...ofRoom,
      async input({ server, url, org_id }) {
        const { room, agent } = await buildStudio(server.platform, url, {
          room: { org_id, state: 'living', desired_run: 1 },
        })
        void obeyCommand(agent)
        return { room_code: room.room_code }
      },
    },
    'room.role': ofRoom,
    'room.givers': ofRoom,
    'room.consoleLogs': ofRoom,
    'room.recordings': ofRoom,
    'room.draws': ofRoom,
    'room.draw': {
      input: async ({ server, own }) => ({ draw_id: await drawn(server, own.run) }),
      foreign: async ({ server, foreign }) => ({ draw_id: await drawn(server, foreign.run) }),
    },
    'room.triggerLogs': ofRoom,
  },
}
