import type { Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { download } from '#client/http.ts'
import type { Job } from './tasks.ts'

/** A file of the server as a task: how much of it has come, and where it went. */
export function downloadJob<E extends Endpoint>(name: Words, endpoint: E, input: InputOf<E>): Job {
  return {
    name,
    begin: { kind: 'file', bytes: 0 },
    async work(tell, signal) {
      let bytes = 0
      const onBytes = (now: number) => tell({ kind: 'file', bytes: (bytes = now) })
      onBytes(0)
      // The tray says its failure.
      const file = await download(endpoint, input, { signal, silent: true, onBytes })
      tell({ kind: 'file', bytes, name: file })
    },
  }
}
