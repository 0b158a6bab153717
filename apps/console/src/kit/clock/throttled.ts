/** Runs `work` at once, then at most once per `ms`; calls in between lead to one more run at the end. */
export function throttled(work: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const rest = () => {
    timer = undefined
    if (!again) return
    again = false
    run()
  }
  const run = () => {
    work()
    timer = setTimeout(rest, ms)
  }
  return () => {
    if (timer === undefined) run()
    else again = true
  }
}
