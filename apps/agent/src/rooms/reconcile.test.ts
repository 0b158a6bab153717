import { expect, test } from 'vitest'
import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { desiredRoom } from './desired.fixture.ts'
import { reconcile, type ActualRoom, type Step } from './reconcile.ts'

const on = desiredRoom({ run: true, run_id: 'run-1', config_hash: 'h1' })
const off = (stop_mode: DesiredRoom['stop_mode']) => ({
  ...on,
  run: false,
  run_id: null,
  stop_mode,
})
const running: ActualRoom = {
  room_code: on.room_code,
  run_id: 'run-1',
  config_hash: 'h1',
  air: 'open',
  phase: 'running',
}
const stopping = (stop_mode: 'now' | 'sentence'): ActualRoom => ({
  ...running,
  phase: 'stopping',
  stop_mode,
})
const stop = (mode: 'now' | 'sentence'): Step[] => [{ do: 'stop', room_code: on.room_code, mode }]

const table: [string, DesiredRoom[], ActualRoom[], Step[]][] = [
  ['nothing to do', [on], [running], []],
  ['start', [on], [], [{ do: 'start', room: on }]],
  ['off and absent', [off('now')], [], []],
  ['stop now', [off('now')], [running], stop('now')],
  ['stop after the sentence', [off('sentence')], [running], stop('sentence')],
  ['no longer ours', [], [running], stop('now')],
  ['another run: the old one ends first', [{ ...on, run_id: 'run-2' }], [running], stop('now')],
  [
    'other settings',
    [{ ...on, config_hash: 'h2' }],
    [running],
    [{ do: 'update', room: { ...on, config_hash: 'h2' } }],
  ],
  [
    'taken over',
    [{ ...on, air: 'takeover' }],
    [running],
    [{ do: 'direct', room: { ...on, air: 'takeover' } }],
  ],
  ['paused already', [{ ...on, air: 'paused' }], [{ ...running, air: 'paused' }], []],
  ['paused, and over', [{ ...on, air: 'paused' }], [{ ...running, phase: 'over' }], []],
  ['one that is over is not started again by itself', [on], [{ ...running, phase: 'over' }], []],
  [
    'failed, and other settings',
    [{ ...on, config_hash: 'h2' }],
    [{ ...running, phase: 'over' }],
    [],
  ],
  ['over, then switched off', [off('now')], [{ ...running, phase: 'over' }], stop('now')],
  [
    'failed, then another run',
    [{ ...on, run_id: 'run-2' }],
    [{ ...running, phase: 'over' }],
    stop('now'),
  ],
  ['stopping already', [off('sentence')], [stopping('sentence')], []],
  ['stopping now already', [off('now')], [stopping('now')], []],
  ['a sharper stop', [off('now')], [stopping('sentence')], stop('now')],
  ['a milder stop comes too late', [off('sentence')], [stopping('now')], []],
  ['the next run waits for the stop', [{ ...on, run_id: 'run-2' }], [stopping('now')], []],
]

test.each(table)('%s', (_name, desired, actual, steps) => {
  expect(reconcile(desired, actual)).toEqual(steps)
})
