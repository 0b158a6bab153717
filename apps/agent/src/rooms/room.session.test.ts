import { beforeEach, expect, test } from 'vitest'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { LATE_EVENT_MS } from '@kaibo/contract/live/event.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf, giftOf } from './event.fixture.ts'
import { Stage } from './stage.fixture.ts'

let stage: Stage

beforeEach(async () => {
  stage = await Stage.open()
})

const enter = (event_id: string) => eventOf({ kind: 'enter', event_id, text: undefined })

/** Welcomes one viewer a session. */
const WELCOME_ONCE: RuleSet = {
  id: 'once',
  name: '一次',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '一次',
    enabled: OpenStatus.open,
    triggers: [{ event: 'user.enter' }],
    hit: 'all',
    children: [
      {
        id: 'welcome',
        type: 'son',
        name: '欢迎',
        enabled: OpenStatus.open,
        policy: { limit: { max: 1, per: 'session' } },
        actions: [{ kind: 'say', templates: [{ text: '欢迎', weight: 1 }], no_repeat: 0 }],
      },
    ],
  },
}

const once = (run_id: string) => desiredRoom({ run_id }, { rules: [WELCOME_ONCE] })

test('a session is a run: neither a platform that comes back nor a restart begins another', async () => {
  const welcomed = () => stage.decisions().map(({ outcome }) => outcome)
  const first = await stage.run(once('run-1'))
  stage.happen(enter('e1'))
  stage.happen(eventOf({ kind: 'live_end', event_id: 'end', text: undefined }))
  stage.happen(eventOf({ kind: 'live_start', event_id: 'start', text: undefined }))
  stage.happen(enter('e2'))
  await first.stop('now')
  const second = await stage.run(once('run-1'))
  stage.happen(eventOf({ kind: 'live_start', event_id: 'start-2', text: undefined }))
  stage.happen(enter('e3'))
  expect(welcomed()).toEqual(['FIRED', 'LIMIT', 'LIMIT'])
  await second.stop('now')
  await stage.run(once('run-2'))
  stage.happen(enter('e4'))
  expect(welcomed().at(-1)).toBe('FIRED')
})

test('what is older than five minutes by the server’s clock when it comes goes up, and no rule answers it', async () => {
  const room = await stage.run(desiredRoom())
  stage.clock.learn(stage.time.now() + 60_000)
  const ago = (ms: number, event_id: string) =>
    giftOf(10_000, { event_id, at: stage.clock.now() - ms })
  stage.happen(ago(LATE_EVENT_MS + 1, 'late'))
  room.forwarded([ago(LATE_EVENT_MS + 1, 'pushed late')])
  expect(stage.events().map(({ event }) => event.event_id)).toEqual(['late'])
  expect(stage.decisions()).toEqual([])
  stage.happen(ago(LATE_EVENT_MS, 'in time'))
  expect(stage.decisions().map(({ event_id }) => event_id)).toContain('in time')
  expect(stage.spoken()).toHaveLength(1)
})

test('while the server’s clock is not known, a PC’s wrong one makes nothing late', async () => {
  await stage.run(desiredRoom())
  stage.happen(giftOf(10_000, { at: stage.time.now() - 86_400_000 }))
  expect(stage.spoken()).toHaveLength(1)
})
