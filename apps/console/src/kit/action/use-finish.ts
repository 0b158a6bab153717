import { useCallback } from 'react'
import { App } from 'antd'
import { refreshAll } from '#client/query.ts'
import { useSpeak } from '#client/language.ts'
import type { DirectAct } from './action.ts'

/** After an act has succeeded: refetches what shows its row, and shows its message. */
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
