import { useCallback } from 'react'
import { App } from 'antd'
import { refreshAll } from '#client/query.ts'
import { useSpeak } from '#client/language.ts'
import type { DirectAct } from './action.ts'

/** What follows an act that is done: what shows its row is loaded anew, and it is said. */
export function useFinish() {
  const { message } = App.useApp()
  const speak = useSpeak()
  return useCallback(
    <Row>(action: DirectAct<Row>, row: Row) => {
      refreshAll(action.refreshes)
      if (action.done) void message.success(speak(action.done(row)))
    },
    [message, speak],
  )
}
