import { monitorApi } from '@kaibo/contract/monitor/monitor.api.ts'
import { uploadApi } from '@kaibo/contract/upload/upload.api.ts'
import { obeyStart, type TestAgent } from '@kaibo/testkit/agent.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import type { OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { peopleSamples } from './rights.people.samples.ts'
import { buildRoom, buildStudio } from '@kaibo/testkit/build/room.build.ts'

/** What there is when a call of the matrix is made: something of the caller's organisation, and the same of another. */
export interface Ground {
  server: TestServer
  url: string
  org_id: string
  own: OnAir
  foreign: OnAir
}

type Input = object | Promise<object>

export interface Sample {
  /** What a success is called with. */
  input: (ground: Ground) => Input
  /** The code it answers; 0 unless the success needs more than the matrix has. */
  code?: number
  /**
   * The same call on a row of the other organisation: 1005 unless `foreignCode` says otherwise. A call without it names no
   * row; that its answer shows none of the other organisation's is checked for every call.
   */
  foreign?: (ground: Ground) => Input
  foreignCode?: number
}

const nothing: Sample = { input: () => ({}) }
/** A public call is reached without a login, and says what it lacks. */
const unfinished: Sample = { ...nothing, code: 1001 }
const unsigned: Sample = { ...nothing, code: 1002 }

/** A call that names a room and nothing else. */
const ofRoom: Sample = {
  input: ({ own }) => ({ room_code: own.room.room_code }),
  foreign: ({ foreign }) => ({ room_code: foreign.room.room_code }),
}

const idleRoom = (ground: Ground, of: 'own' | 'foreign') =>
  buildRoom(ground.server.platform, { org_id: ground[of].room.org_id })

async function obeyCommand(agent: TestAgent): Promise<void> {
  const { id } = await agent.next('command')
  agent.send({ type: 'command_state', id, state: 'done', detail: null })
}

const draft = { name: '新直播间' }
const viewDraft = { list: 'room', name: '在播的', state: { search: 'status=2' } }

async function viewOfAnother({ server: { platform }, foreign }: Ground) {
  const now = platform.clock.now()
  const id = platform.ids.next(now)
  const view = { id, uid: foreign.account.account_id, list: 'room', name: '别人的', group_id: null }
  const stamp = { created_at: now, updated_at: now }
  const saved = { ...view, ...stamp, state_json: '{"search":""}' }
  await platform.db.query.insertInto('saved_view').values(saved).execute()
  return { id }
}

const uploadDraft = { kind: 'avatar', filename: '我.png', size: 100, type: 'image/png' } as const

async function uploadOfAnother({ server, foreign }: Ground) {
  const other = await server.login('guild', { org_id: foreign.room.org_id })
  const { data } = await server.call(uploadApi.preUrl, uploadDraft, other)
  return { upload_id: data.upload_id }
}

/** A gift that was refused and that nothing stands in the way of by now. */
async function refusedOf({ db, platform }: TestServer, { room, account }: OnAir) {
  const event = giftEvent(room.room_code)
  const now = platform.clock.now()
  const { id } = await db.query
    .insertInto('refused_event')
    .values({
      key: event.event_id,
      org_id: room.org_id,
      room_id: room.id,
      run_id: null,
      account_id: account.account_id,
      pc_id: null,
      source: event.source,
      event_id: event.event_id,
      kind: event.kind,
      open_id: event.user.open_id,
      nickname: event.user.nickname,
      gift_id: null,
      gift_name: null,
      fen: 1_000,
      count: 1,
      raw_json: JSON.stringify(event),
      code: 'no_room',
      reason: '直播账号没有绑定直播间',
      at: event.at,
      received_at: now,
      seen: 1,
      seen_at: now,
      state: 'open',
      decided_by: null,
      decided_at: null,
      note: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: String(id) }
}

/** One line for each call of the contract; the matrix fails while one is missing. */
export const samples: Readonly<Record<string, Sample>> = {
  'auth.login': unfinished,
  'auth.info': nothing,
  'auth.menus': nothing,
  'auth.actions': nothing,
  'auth.logout': nothing,
  ...peopleSamples,

  'audit.list': nothing,
  'audit.people': nothing,

  'view.list': { input: () => ({ list: 'room' }) },
  'view.save': {
    input: () => viewDraft,
    foreign: () => ({ ...viewDraft, group_id: 'admin' }),
    foreignCode: 1003,
  },
  // Only who saved a view removes it: the matrix has no view of its caller.
  'view.remove': { input: () => ({ id: 'no-such-view' }), code: 1005, foreign: viewOfAnother },

  'upload.config': nothing,
  'upload.preUrl': { input: () => uploadDraft },
  // Whose upload it is, is who asked for it: the matrix knows nobody's but another's.
  'upload.complete': { input: () => ({ upload_id: 'none' }), code: 1005, foreign: uploadOfAnother },

  'room.list': nothing,
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
    async input(ground) {
      const { room_code, account_id } = await idleRoom(ground, 'own')
      return { ...draft, room_code, account_id, version: 1 }
    },
    async foreign(ground) {
      const { room_code, account_id } = await idleRoom(ground, 'foreign')
      return { ...draft, room_code, account_id, version: 1 }
    },
  },
  'room.delete': {
    input: async (ground) => ({ room_code: (await idleRoom(ground, 'own')).room_code }),
    foreign: async (ground) => ({ room_code: (await idleRoom(ground, 'foreign')).room_code }),
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
  'room.consoleLogs': ofRoom,
  'room.triggerLogs': ofRoom,

  'live-account.list': nothing,
  'live-account.add': {
    input: () => ({ platform: 'kuaishou', nickname: '新账号' }),
    foreign: ({ foreign }) => ({
      platform: 'kuaishou',
      nickname: '新账号',
      org_id: foreign.account.org_id,
    }),
  },

  'lookup.platforms': nothing,
  'lookup.liveAccounts': nothing,
  'lookup.pcs': nothing,
  'lookup.orgs': nothing,
  'lookup.areas': nothing,

  'monitor.enrolCode': {
    async input({ server }) {
      const address = 'https://kaibo.example.com'
      await server.call(monitorApi.editPublicAddress, { address }, await server.login('admin'))
      return { name: '新PC' }
    },
    foreign: ({ foreign }) => ({ pc_id: foreign.pc.id }),
  },

  'monitor.publicAddress': nothing,
  // It is the installation's: the matrix calls as somebody who sees one organisation.
  'monitor.editPublicAddress': {
    input: () => ({ address: 'https://kaibo.example.com' }),
    code: 1003,
  },

  'income.live': nothing,
  'income.days': nothing,
  'income.giftEvents': {
    input: ({ own }) => ({ run_id: own.run.run_id }),
    foreign: ({ foreign }) => ({ run_id: foreign.run.run_id }),
    foreignCode: 0,
  },

  'income.refused': nothing,
  'income.admit': {
    input: ({ server, own }) => refusedOf(server, own),
    foreign: ({ server, foreign }) => refusedOf(server, foreign),
  },
  'income.dismiss': {
    input: async ({ server, own }) => ({ ...(await refusedOf(server, own)), note: '重复推送' }),
    foreign: async ({ server, foreign }) => ({
      ...(await refusedOf(server, foreign)),
      note: '重复推送',
    }),
  },

  'legacy.wsInfo': nothing,
  'agent.enrol': unfinished,
  'ingest.events': unsigned,
  'ingest.douyin': { ...nothing, code: 1005 },
}
