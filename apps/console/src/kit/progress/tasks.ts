import { useSyncExternalStore } from 'react'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { signal } from '#client/signal.ts'

/** The outcome of one item. */
export type Outcome =
  | { state: 'waiting' | 'running' | 'done' | 'skipped' }
  | { state: 'failed'; error: Error }

export interface Item {
  key: string
  name: string
  outcome: Outcome
}

/** Progress through items that are done one by one, or of a file that is being downloaded. */
export type Progress =
  | { kind: 'items'; items: readonly Item[] }
  /** `name`: the file's, once it is saved. */
  | { kind: 'file'; bytes: number; name?: string }

/** A description of long work; `startTask` runs it. */
export interface Job {
  name: Words
  /** Its progress before it starts. */
  begin: Progress
  /**
   * Does the remaining work; called again on a retry. A failed item is reported as its outcome;
   * rejecting means that the task as a whole failed. After an abort nothing new is started; what runs may finish.
   */
  work: (tell: (progress: Progress) => void, signal: AbortSignal) => Promise<void>
}

/** `failed`: as a whole, or some of its items. */
export type TaskState = 'running' | 'stopping' | 'done' | 'failed' | 'stopped'

/** Work that continues when its page is left. */
export interface Task {
  readonly id: number
  readonly name: Job['name']
  readonly state: TaskState
  readonly progress: Progress
  /** Why it failed as a whole. */
  readonly fault?: Error
}

/** The newest first. */
let tasks: readonly Task[] = []
let isOpen = false
const works = new Map<number, { job: Job; stop: AbortController }>()
let count = 0
const changed = signal<void>()
const ended = signal<Task>()

export const useTasks = (): readonly Task[] => useSyncExternalStore(changed.on, currentTasks)
export const currentTasks = (): readonly Task[] => tasks
export const useTask = (id: number | undefined): Task | undefined =>
  useTasks().find((task) => task.id === id)

/** Subscribes to the end of tasks. */
export const onTaskEnd = ended.on

/** Whether the tray shows its list. */
export const useTrayOpen = (): boolean => useSyncExternalStore(changed.on, () => isOpen)

export function openTray(open: boolean): void {
  isOpen = open
  changed.emit()
}

export const isEnded = ({ state }: Task): boolean => state !== 'running' && state !== 'stopping'

export function startTask(job: Job): number {
  const id = count++
  show([{ id, name: job.name, state: 'running', progress: job.begin }, ...tasks])
  void run(id, job)
  return id
}

/** Stops it after the items that are running. */
export function stopTask(id: number): void {
  const work = works.get(id)
  const task = taskOf(id)
  if (!work || task?.state !== 'running') return
  replace({ ...task, state: 'stopping' })
  work.stop.abort()
}

export function retryTask(id: number): void {
  const work = works.get(id)
  const task = taskOf(id)
  if (!work || !task || !isEnded(task)) return
  // Drops the old error.
  const { name, progress } = task
  replace({ id, name, state: 'running', progress })
  void run(id, work.job)
}

/** Removes an ended task from the tray. */
export function dismissTask(id: number): void {
  keepOnly((task) => task.id !== id || !isEnded(task))
}

export const dismissEnded = (): void => keepOnly((task) => !isEnded(task))

/** Stops and removes all tasks, when the login ends: they must not run or show under another person's login. */
export function abandonTasks(): void {
  for (const { stop } of works.values()) stop.abort()
  keepOnly(() => false)
}

async function run(id: number, job: Job): Promise<void> {
  const stop = new AbortController()
  works.set(id, { job, stop })
  let fault: Error | undefined
  try {
    await job.work((progress) => tell(id, progress), stop.signal)
  } catch (error) {
    if (!stop.signal.aborted) fault = error as Error
  }
  const task = taskOf(id)
  // The promise of an abandoned task is ignored.
  if (!task) return
  const state = fault === undefined ? endOf(task.progress, stop.signal.aborted) : 'failed'
  const last = { ...task, state, ...(fault === undefined ? {} : { fault }) }
  replace(last)
  forgetOldest()
  ended.emit(last)
}

/** How many ended tasks are kept. */
const MAX_ENDED = 20

function forgetOldest(): void {
  const old = new Set(tasks.filter(isEnded).slice(MAX_ENDED))
  if (old.size > 0) keepOnly((task) => !old.has(task))
}

/** An abandoned task reports nothing more. */
function tell(id: number, progress: Progress): void {
  const task = taskOf(id)
  if (task) replace({ ...task, progress })
}

function endOf(progress: Progress, aborted: boolean): TaskState {
  if (aborted && !isWhole(progress)) return 'stopped'
  return progress.kind === 'items' && countsOf(progress.items).failed > 0 ? 'failed' : 'done'
}

/** Whether every item was done when it was stopped. */
const isWhole = (progress: Progress) =>
  progress.kind === 'file'
    ? progress.name !== undefined
    : progress.items.every(({ outcome }) => outcome.state === 'done' || outcome.state === 'failed')

export function countsOf(items: readonly Item[]) {
  const of = (state: Outcome['state']) =>
    items.filter(({ outcome }) => outcome.state === state).length
  return { all: items.length, done: of('done'), failed: of('failed') }
}

const taskOf = (id: number) => tasks.find((task) => task.id === id)

function show(next: readonly Task[]): void {
  tasks = next
  isOpen &&= next.length > 0
  changed.emit()
}

const replace = (next: Task): void => show(tasks.map((task) => (task.id === next.id ? next : task)))

function keepOnly(isKept: (task: Task) => boolean): void {
  show(tasks.filter(isKept))
  for (const id of works.keys()) if (!tasks.some((task) => task.id === id)) works.delete(id)
}
