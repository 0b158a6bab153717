import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'
import { emptySet } from './talk.empty.ts'
import { saying } from './talk.fixture.ts'

let sets = 0

/** Made by somebody who may make it anywhere. */
async function ruleOf(server: TestServer, org_id: string) {
  const admin = await server.login('admin')
  const draft = { name: `样本${++sets}`, kind: 'talk', org_id } as const
  const { data } = await server.call(talkApi.add, draft, admin)
  return data
}

/** A call on a set of the caller's organisation, and the same on one of another. */
const onRule = (
  as: Sample['as'],
  more: (rule: { rule_id: string; version: number }) => object,
): Sample => ({
  as,
  input: async ({ server, org_id }) => more(await ruleOf(server, org_id)),
  foreign: async ({ server, foreign }) => more(await ruleOf(server, foreign.room.org_id)),
})

const DRIVE = { idle_s: 30, quiet: [] }
const tryOf = ({ rule_id }: { rule_id: string }, { room_code }: { room_code: string }) => ({
  room_code,
  target: { rule_id, draft: { ...saying('你好') } },
  event: { key: 'user.enter', vars: {} },
  state: 'clean',
})

const named = ({ rule_id }: { rule_id: string }) => ({ rule_id })

async function replayOf(server: TestServer, org_id: string) {
  const job_id = server.platform.ids.next(server.clock.now())
  const { rule_id } = await ruleOf(server, org_id)
  const told = { run_id: 'none', by: 'somebody', set_json: '{}', status: 0, pct: 0, tries: 9 }
  await server.db.query
    .insertInto('rule_replay')
    .values({ job_id, rule_id, ...told, created_at: 1, updated_at: 1 } as never)
    .execute()
  return { job_id }
}

const ofReplay: Sample = {
  as: 'guild',
  input: ({ server, org_id }) => replayOf(server, org_id),
  foreign: ({ server, foreign }) => replayOf(server, foreign.room.org_id),
}

export const talkSamples: DomainSamples = {
  rows: async (server, org_id) => [(await ruleOf(server, org_id)).rule_id],
  calls: {
    'talk.list': { ...nothing, as: 'guild' },
    'talk.data': onRule('guild', named),
    'talk.add': { ...nothing, as: 'guild', input: () => ({ name: `新${++sets}`, kind: 'talk' }) },
    'talk.update': onRule('guild', ({ rule_id, version }) => ({ rule_id, version, note: '改' })),
    'talk.del': onRule('guild', named),
    'talk.save': onRule('guild', ({ rule_id, version }) => ({
      rule_id,
      version,
      set: { ...emptySet('样本') },
    })),
    // Nothing is written in it yet
    'talk.publish': {
      ...onRule('guild', ({ rule_id, version }) => ({ rule_id, version })),
      code: 1006,
    },
    // Nothing is on trial
    'talk.rollout': {
      ...onRule('guild', ({ rule_id }) => ({ rule_id, act: 'promote' })),
      code: 1006,
    },
    'talk.test': {
      as: 'guild',
      input: async ({ server, org_id, own }) => tryOf(await ruleOf(server, org_id), own.room),
      foreign: async ({ server, org_id, foreign }) =>
        tryOf(await ruleOf(server, org_id), foreign.room),
    },
    'talk.versions': onRule('guild', named),
    'talk.bindTalk': {
      input: ({ own }) => ({ room_code: own.room.room_code, version: 0, list: [] }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, version: 0, list: [] }),
    },
    'talk.bindDrive': {
      input: ({ own }) => ({ room_code: own.room.room_code, version: 0, list: [], ...DRIVE }),
      foreign: ({ foreign }) => ({
        room_code: foreign.room.room_code,
        version: 0,
        list: [],
        ...DRIVE,
      }),
    },
    'talk.saveReplies': {
      input: ({ own }) => ({ room_code: own.room.room_code, version: 0, list: [] }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, version: 0, list: [] }),
    },
    'talk.consumers': {
      input: ({ own }) => ({ room_code: own.room.room_code }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code }),
    },
    'talk.saveConsumers': {
      input: ({ own }) => ({ room_code: own.room.room_code, version: 0, list: [] }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, version: 0, list: [] }),
    },
    'talk.tryReply': {
      input: ({ own }) => ({ room_code: own.room.room_code, text: '在吗', list: [] }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, text: '在吗', list: [] }),
    },
    'talk.words': {
      input: ({ own }) => ({ scope: 'room', scope_id: own.room.room_code }),
      foreign: ({ foreign }) => ({ scope: 'room', scope_id: foreign.room.room_code }),
    },
    'talk.setWords': {
      input: ({ own }) => ({ scope: 'room', scope_id: own.room.room_code, version: 0 }),
      foreign: ({ foreign }) => ({ scope: 'org', scope_id: foreign.room.org_id, version: 0 }),
    },
    // A sheet belongs to whoever sent it; the matrix has none.
    'talk.readReplies': {
      input: () => ({ upload_id: 'none' }),
      code: 1005,
      foreign: () => ({ upload_id: 'other' }),
    },
    'talk.why': {
      input: ({ own }) => ({ room_code: own.room.room_code, from_at: 1, to_at: 2, user: '甲' }),
      foreign: ({ foreign }) => ({
        room_code: foreign.room.room_code,
        from_at: 1,
        to_at: 2,
        user: '甲',
      }),
    },
    'talk.tapes': onRule('guild', named),
    // The run of the matrix has no tape
    'talk.replay': {
      input: async ({ server, org_id, own }) => ({
        rule_id: (await ruleOf(server, org_id)).rule_id,
        run_id: own.run.run_id,
      }),
      code: 1006,
      foreign: async ({ server, org_id, foreign }) => ({
        rule_id: (await ruleOf(server, org_id)).rule_id,
        run_id: foreign.run.run_id,
      }),
    },
    'talk.replayed': ofReplay,
    'talk.cancelReplay': ofReplay,
    'talk.cases': onRule('guild', named),
    'talk.saveCases': onRule('guild', ({ rule_id }) => ({ rule_id, version: 0, list: [] })),
    'talk.part': {
      input: ({ own }) => ({ room_code: own.room.room_code, part: 'talk' }),
      foreign: ({ foreign }) => ({ room_code: foreign.room.room_code, part: 'talk' }),
    },
  },
}
