import { isDiskFull } from '../disk-full.ts'
import type { Db } from './db.ts'

type Listener = () => void

/** `Db.transaction` and `Db.onFull`, for both dialects. */
export function reportingFullDisk<Tables>(
  transaction: Db<Tables>['transaction'],
): Pick<Db<Tables>, 'transaction' | 'onFull'> {
  const listeners: Listener[] = []
  return {
    onFull: (listener) => void listeners.push(listener),
    transaction: async (work) => {
      try {
        return await transaction(work)
      } catch (error) {
        if (isDiskFull(error)) for (const tell of listeners) tell()
        throw error
      }
    },
  }
}
