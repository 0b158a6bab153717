import type { DesiredRoom, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type { SourceStatus } from '#sources/source.ts'
import type { ActualRoom } from './reconcile.ts'
import { MAX_REPORTED, within } from './source-settings.ts'

/** What of a room on air its report is made of. */
interface Parts {
  phase: ActualRoom['phase']
  error: string | null
  source: SourceStatus | undefined
  wasConnected: boolean
  rules: { bundle: string | null; fault: string | null }
  words: { words: string | null; fault: string | null }
  plan: string | null
  queue: number
  game: ReportedRoom['game']
  stage: ReportedRoom['stage']
  stop: Pick<ReportedRoom, 'ended_by' | 'stop_wish' | 'stop_postponed'>
}

/** What the server is told of a room on air. */
export function reportOf(
  { room_code, run_id, config_hash }: DesiredRoom,
  { phase, error, source, wasConnected, rules, words, plan, queue, game, stage, stop }: Parts,
): ReportedRoom {
  const fault = rules.fault ?? words.fault
  return {
    room_code,
    run_id,
    worker: workerOf(phase, wasConnected),
    config_hash,
    source: source ? within(source) : null,
    queue,
    error: error?.slice(0, MAX_REPORTED) ?? null,
    packs: {
      bundle: rules.bundle,
      words: words.words,
      plan,
      fault: fault?.slice(0, MAX_REPORTED) ?? null,
    },
    ...(game && { game }),
    ...(stage && { stage }),
    ...stop,
  }
}

/** `living` also while the last sentence is spoken; `unliving` when the run has ended without being told to. */
function workerOf(phase: ActualRoom['phase'], wasConnected: boolean): ReportedRoom['worker'] {
  if (phase === 'over') return WorkerStatus.unliving
  return wasConnected ? WorkerStatus.living : WorkerStatus.ready
}

/** Viewers hear what the anchor says of its own accord: nobody has paused, muted or taken it over, and no voice or picture is gone. */
export const isHeard = (
  { air = 'open', muted = false }: Pick<DesiredRoom, 'air' | 'muted'>,
  stage: ReportedRoom['stage'],
): boolean =>
  air === 'open' && !muted && stage?.trouble !== 'voice_down' && stage?.trouble !== 'stage_lost'
