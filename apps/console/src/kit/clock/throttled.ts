/** Runs `work` at once, then at most once in `ms`; a call in between is made good at the end. */
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
