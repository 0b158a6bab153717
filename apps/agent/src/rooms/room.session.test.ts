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

const talkOn = (event: string, text: string, more: object = {}): RuleSet => ({
  ...WELCOME_ONCE,
  id: `on-${event}`,
  root: {
    ...WELCOME_ONCE.root,
    triggers: [{ event }],
    children: [
      {
        id: 'line',
        type: 'son',
        name: '一句',
        enabled: OpenStatus.open,
        actions: [{ kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 }],
        ...more,
      },
    ],
  },
})

test('a run begins for the rules when its source is there, once, also over a restart', async () => {
  const greeting = desiredRoom({ run_id: 'run-1' }, { rules: [talkOn('room.start', '开播啦')] })
  const room = await stage.run(greeting)
  expect(stage.spoken()).toEqual([])
  stage.sources.at(-1)?.connect()
  stage.happen(eventOf({ kind: 'live_start', event_id: 'start', text: undefined }))
  stage.sources.at(-1)?.connect()
  await room.stop('now')
  await stage.run(greeting)
  stage.sources.at(-1)?.connect()
  expect(stage.spoken()).toEqual(['开播啦'])
})

const polite = (run_id: string) =>
  desiredRoom({ run_id }, { rules: [talkOn('room.stop', '再见'), talkOn('user.enter', '欢迎')] })

test('stopping after the sentence says good-bye; stopping now does not', async () => {
  const first = await stage.run(polite('run-1'))
  stage.happen(enter('e1'))
  stage.happen(enter('e2'))
  const stopped = first.stop('sentence')
  await stage.time.advance(5_000)
  await stopped
  expect(stage.spoken()).toEqual(['欢迎', '再见'])
  const second = await stage.run(polite('run-2'))
  stage.happen(enter('e3'))
  await second.stop('now')
  await stage.time.advance(5_000)
  expect(stage.spoken()).toEqual(['欢迎', '再见', '欢迎'])
})

test('an alarm is told at most six times a minute, what cannot be done yet once', async () => {
  const alarm = { kind: 'alarm', type: 3, text: '来人了' } as const
  const cmd = { kind: 'cmd', command: 'boost', args: [] } as const
  await stage.run(desiredRoom({}, { rules: [talkOn('user.enter', '', { actions: [alarm, cmd] })] }))
  for (let index = 0; index < 9; index++) stage.happen(enter(`e${index}`))
  const told = stage.spooled.flatMap((item) => (item.type === 'log' ? [item] : []))
  expect(told.filter(({ text }) => text === '来人了')).toHaveLength(6)
  const refused = told.filter(({ text }) => text.includes('暂未开通'))
  expect(refused).toMatchObject([
    { level: 'warn', text: '规则“一句”的动作“控制游戏”暂未开通，没有执行' },
  ])
  await stage.time.advance(60_000)
  stage.happen(enter('later'))
  expect(stage.spooled.at(-1)).toMatchObject({ type: 'log', level: 'info', text: '来人了' })
})

test('an alarm that is no mere word is said to need a person', async () => {
  const alarm = { kind: 'alarm', type: 2, moment: 1, text: '音响没声' } as const
  await stage.run(desiredRoom({}, { rules: [talkOn('user.enter', '', { actions: [alarm] })] }))
  stage.happen(enter('e1'))
  expect(stage.spooled.at(-1)).toMatchObject({
    level: 'error',
    text: '音响没声',
    alarm: { type: 2, moment: 1 },
  })
})
