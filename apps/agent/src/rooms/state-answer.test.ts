import { beforeEach, expect, test } from 'vitest'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { USER_KEY } from '@kaibo/contract/talk/talk.events.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle } from '@kaibo/rules/bundle.ts'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import { Rehearsal } from '@kaibo/rules/rehearse.ts'
import { desiredRoom } from './desired.fixture.ts'
import { eventOf } from './event.fixture.ts'
import { Stage } from './stage.fixture.ts'
import { stateAnswer } from './state-answer.ts'

let stage: Stage
beforeEach(async () => {
  stage = await Stage.open()
})

/** Welcomes each viewer once in a minute. */
const WELCOME: RuleSet = {
  id: 'welcome',
  name: '欢迎',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '欢迎',
    enabled: OpenStatus.open,
    triggers: [{ event: 'user.enter' }],
    hit: 'all',
    children: [
      {
        id: 'line',
        type: 'son',
        name: '欢迎',
        enabled: OpenStatus.open,
        policy: { cooldown: { ms: 60_000, scope: 'user', on_hit: 'drop' } },
        actions: [{ kind: 'say', templates: [{ text: '欢迎', weight: 1 }], no_repeat: 0 }],
      },
    ],
  },
}

const enter = (event_id: string, open_id: string) =>
  stage.happen(
    eventOf({ kind: 'enter', event_id, text: undefined, user: { open_id, nickname: open_id } }),
  )
const ask = (user: string) => ({
  type: 'ask_state' as const,
  id: 'q1',
  room_code: 'ABCD2345',
  sets: ['welcome'],
  user,
})

test('a room answers what its rules remember of one viewer, and is as it was', async () => {
  const room = await stage.run(desiredRoom({}, { rules: [WELCOME] }))
  enter('e1', 'u1')
  enter('e2', 'u2')
  const answer = stateAnswer(room, ask('u1'))
  expect(answer).toMatchObject({
    id: 'q1',
    state: {
      rules: { cooldowns: { 'welcome/line': { u1: {} } } },
      speech: { saying: ['welcome/line', 'welcome/line'] },
    },
  })
  expect(JSON.stringify(answer)).not.toContain('u2')
  const state = answer.type === 'state' ? answer.state?.rules : undefined
  const { rules } = compileBundle(bundleOf([unchanged(WELCOME)]))
  const rehearsal = new Rehearsal({ rules, state, moment: { now: stage.clock.now() } }, 'u1')
  const again = { key: 'user.enter', id: 'try', at: 0, vars: { [USER_KEY]: 'u1' } }
  expect(rehearsal.happen(again, true)).toMatchObject([{ outcome: 'COOLDOWN' }])
  // Asked again it says the same, and a third viewer is welcomed as ever
  expect(stateAnswer(room, ask('u1'))).toEqual(answer)
  enter('e3', 'u3')
  enter('e4', 'u1')
  expect(stage.decisions().map(({ outcome }) => outcome)).toEqual(
    'FIRED FIRED FIRED COOLDOWN'.split(' '),
  )
})

test('a room that is not on air has nothing to answer', () => {
  expect(stateAnswer(undefined, ask('u1'))).toEqual({ type: 'state', id: 'q1', state: null })
})

test('a state that would be too long is not sent', () => {
  const speech = { waiting: 0, silent_ms: 0, saying: [] }
  const room = { peek: () => ({ rules: { said: 'x'.repeat(300_000) }, speech }) }
  expect(stateAnswer(room, ask('u1'))).toMatchObject({ state: null, too_long: true })
})
