import { useCallback } from 'react'
import { App } from 'antd'
import { refreshAll } from '#client/query.ts'
import type { Action, DirectAct } from './action.ts'
import { offerUndo, stepOf } from './undo.ts'

/** What follows a deed that is done: what shows its row is loaded anew, and it is said, with the way back where there is one. */
export function useFinish() {
  const { message } = App.useApp()
  return useCallback(
    <Row>(action: Action<Row> & DirectAct<Row>, row: Row, answer: unknown) => {
      const { refreshes, done, undo } = action
      refreshAll(refreshes)
      const said = done?.(row)
      if (undo)
        offerUndo({
          said: () => said ?? action.label(),
          steps: [stepOf(undo, row, answer)],
          refreshes,
        })
      else if (said !== undefined) void message.success(said)
    },
    [message],
  )
}
