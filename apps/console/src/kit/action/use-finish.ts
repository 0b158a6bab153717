import { useCallback } from 'react'
import { App } from 'antd'
import { refreshAll } from '#client/query.ts'
import type { DirectAct } from './action.ts'

/** What follows a deed that is done: what shows its row is loaded anew, and it is said. */
export function useFinish() {
  const { message } = App.useApp()
  return useCallback(
    <Row>(action: DirectAct<Row>, row: Row) => {
      refreshAll(action.refreshes)
      if (action.done) void message.success(action.done(row))
    },
    [message],
  )
}
