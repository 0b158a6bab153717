import { onTaskEnd, openTray, startTask, type Job } from '#kit/progress/tasks.ts'

/** Runs a task that no dialog shows; where something fails, the tray opens and says what. Answers whether all is done. */
export function runAtOnce(job: Job): Promise<boolean> {
  const id = startTask(job)
  return new Promise((resolve) => {
    const stop = onTaskEnd((task) => {
      if (task.id !== id) return
      stop()
      if (task.state === 'failed') openTray(true)
      resolve(task.state === 'done')
    })
  })
}
