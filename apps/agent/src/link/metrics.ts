import { statfs } from 'node:fs/promises'
import * as os from 'node:os'
import type { Metrics } from '@kaibo/contract/agent/frames.ts'

const MB = 1_048_576

/** How the PC is. The processor share is of the time since the last call. */
export class Probe {
  readonly #folder: string
  #last = cpuTimes()

  constructor(folder: string) {
    this.#folder = folder
  }

  async read(): Promise<Omit<Metrics, 'spool_items' | 'spool_dropped'>> {
    const now = cpuTimes()
    const total = now.total - this.#last.total
    const idle = now.idle - this.#last.idle
    this.#last = now
    return {
      cpu_pct: total > 0 ? Math.round((1 - idle / total) * 1000) / 10 : 0,
      mem_used_mb: Math.round((os.totalmem() - os.freemem()) / MB),
      mem_total_mb: Math.round(os.totalmem() / MB),
      disk_free_mb: await this.#diskFree(),
    }
  }

  async #diskFree(): Promise<number | null> {
    const disk = await statfs(this.#folder).catch(() => undefined)
    return disk ? Math.round((disk.bavail * disk.bsize) / MB) : null
  }
}

function cpuTimes(): { idle: number; total: number } {
  const times = os.cpus().map((cpu) => cpu.times)
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.flatMap((one) => Object.values(one))),
  }
}

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0)
