import { megabytes } from '@kaibo/contract/upload/upload.rules.ts'
import type { useText } from '#client/i18n.ts'
import type { Tone } from '#kit/status/status.tsx'
import { countsOf, isEnded, type Outcome, type Task, type TaskState } from './tasks.ts'
import './progress.i18n.ts'

type Text = ReturnType<typeof useText<'progress'>>

export const taskTones: Record<TaskState, Tone> = {
  running: 'starting',
  stopping: 'starting',
  done: 'ok',
  failed: 'failed',
  stopped: 'idle',
}

export const itemTones: Record<Outcome['state'], Tone> = {
  waiting: 'idle',
  running: 'starting',
  done: 'ok',
  skipped: 'idle',
  failed: 'failed',
}

/** What a task is at, in a word. */
export function stateText({ state, progress }: Task, t: Text): string {
  const isPart =
    state === 'failed' && progress.kind === 'items' && countsOf(progress.items).done > 0
  return t(isPart ? 'failed_part' : state)
}

/** How far a task is, in words; of a file that is saved, its name. */
export function farText({ progress }: Task, t: Text): string {
  if (progress.kind === 'file') {
    const size = sizeText(progress.bytes)
    return progress.name ? `${progress.name} · ${size}` : t('received', { size })
  }
  const counts = countsOf(progress.items)
  return t(counts.failed > 0 ? 'items_failed' : 'items', counts)
}

/** What trying again would do; nothing when all is done, or still going on. */
export function retryText(task: Task, t: Text): string | undefined {
  if (!isEnded(task) || task.state === 'done') return undefined
  if (task.progress.kind === 'file' || task.fault) return t('retry')
  return t(task.state === 'stopped' ? 'go_on' : 'retry_failed')
}

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE

const sizeText = (bytes: number) =>
  bytes < MEGABYTE ? `${Math.round(bytes / KILOBYTE)} KB` : megabytes(bytes)
