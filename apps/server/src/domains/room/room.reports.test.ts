import { describe, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { answerTo } from './room.reports.ts'

const { undo, ready, living, unliving } = WorkerStatus
const ask = (
  state: Parameters<typeof answerTo>[0]['state'],
  worker: Parameters<typeof answerTo>[1]['worker'],
  more: Partial<Pick<Parameters<typeof answerTo>[1], 'run_id' | 'error' | 'stage'>> = {},
) => answerTo({ state, run_id: 'run' }, { run_id: 'run', error: null, worker, ...more })

describe('a report of the open run', () => {
  test('moves the room with it', () => {
    expect(ask('starting', living)).toEqual({ to: 'living', cause: 'agent_living' })
    expect(ask('stopping', unliving)).toEqual({ to: 'ended', cause: 'agent_stopped' })
    expect(ask('living', unliving)).toEqual({ to: 'ended', cause: 'agent_stopped' })
    expect(ask('living', unliving, { error: '崩溃' })).toEqual({
      to: 'failed',
      cause: 'agent_failed',
    })
    expect(ask('starting', unliving)).toEqual({ to: 'failed', cause: 'agent_failed' })
  })

  test('that says nothing new moves nothing', () => {
    expect(ask('living', living)).toEqual({ push: false })
    expect(ask('starting', undo)).toEqual({})
    expect(ask('starting', ready)).toEqual({})
    // An agent that came back prepares again: the run is still open.
    expect(ask('living', ready)).toEqual({})
    // Trouble that the agent itself works on.
    expect(ask('living', living, { error: '平台连接断开，正在重连' })).toEqual({ push: false })
  })

  test('by a PC that still runs what it should stop repeats the order', () => {
    expect(ask('stopping', living)).toEqual({ push: true })
  })
})

const stage = (trouble: 'stage_lost' | 'voice_down' | 'silent' | null) => ({
  stage: { url: '', pages: 1, program: null, has_voice: true, fault: null, trouble },
})

describe('a report of what viewers notice', () => {
  test('moves the room into fallback and out of it', () => {
    expect(ask('living', living, stage('voice_down'))).toEqual({
      to: 'fallback',
      cause: 'voice_down',
    })
    expect(ask('living', living, stage('stage_lost'))).toEqual({
      to: 'fallback',
      cause: 'stage_lost',
    })
    expect(ask('fallback', living, stage('voice_down'))).toEqual({ push: false })
    expect(ask('fallback', living, stage(null))).toEqual({ to: 'living', cause: 'recovered' })
  })
  test('moves none that a person has paused or taken over, and silence moves none', () => {
    for (const state of ['paused', 'takeover'] as const)
      expect(ask(state, living, stage('voice_down'))).toEqual({ push: false })
    expect(ask('living', living, stage('silent'))).toEqual({ push: false })
  })
  test('ends with the run', () => {
    expect(ask('fallback', unliving)).toEqual({ to: 'ended', cause: 'agent_stopped' })
  })
})

describe('a report of another run, or of none', () => {
  test('moves nothing: the PC is told what to run', () => {
    for (const worker of [undo, ready, living, unliving]) {
      expect(ask('living', worker, { run_id: 'older' })).toEqual({ push: true })
      expect(ask('starting', worker, { run_id: null })).toEqual({ push: true })
    }
    expect(ask('stopping', living, { run_id: 'older' })).toEqual({ push: true })
  })

  test('ends a stop: who no longer knows the run has stopped it', () => {
    expect(ask('stopping', undo, { run_id: null })).toEqual({ to: 'ended', cause: 'agent_stopped' })
  })
})

test.each(['idle', 'preflight', 'ended', 'failed'] as const)(
  'a room that is %s stays so, and a PC that runs it is told to stop',
  (state) => {
    for (const worker of [undo, ready, unliving])
      expect(ask(state, worker)).toEqual({ push: false })
    expect(ask(state, living)).toEqual({ push: true })
  },
)
