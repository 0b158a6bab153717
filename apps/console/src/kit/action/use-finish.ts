import { useCallback } from 'react'
import { App } from 'antd'
import { refresh } from '#client/query.ts'
import type { Deed } from './action.ts'

/** What follows a deed that is done: what shows its row is loaded anew, and it is said. */
export function useFinish() {
  const { message } = App.useApp()
  return useCallback(
    <Row>(action: Deed<Row>, row: Row) => {
      action.refreshes.forEach(refresh)
      if (action.done) void message.success(action.done(row))
    },
    [message],
  )
}
