import { useCallback } from 'react'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { useDisconnected } from '#client/connection.ts'
import { wordsOf } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import { canAct, type Action } from './action.ts'
import './action.i18n.ts'

const OFFLINE = wordsOf('action')('offline')

/** Why nothing can be done at the moment; undefined while the server can be reached. */
export const useOffline = (): Words | undefined => (useDisconnected() ? OFFLINE : undefined)

/** Whether this person may do an act on a row now: `true`, or the sentence why not. */
export function useCanAct(): <Row>(action: Action<Row>, row: Row) => true | Words {
  const session = useSession()
  const offline = useOffline()
  return useCallback(
    <Row>(action: Action<Row>, row: Row) => offline ?? canAct(session, action, row),
    [session, offline],
  )
}
