import type { SpeakerTime } from './speaker.ts'

/** The time of the machine. A program that has nothing else to do does not wait for it. */
export const systemTime: SpeakerTime = {
  elapsed: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}
