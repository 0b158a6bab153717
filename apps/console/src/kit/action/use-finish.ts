import { useCallback } from 'react'
import { App } from 'antd'
import { refreshAll } from '#client/query.ts'
import { useSpeak } from '#client/language.ts'
import type { Action, DirectAct } from './action.ts'
import { offerUndo, stepOf } from './undo.ts'

/** What follows an act that is done: what shows its row is loaded anew, and it is said, with the way back where there is one. */
export function useFinish() {
  const { message } = App.useApp()
  const speak = useSpeak()
  return useCallback(
    <Row>(action: Action<Row> & DirectAct<Row>, row: Row, answer: unknown) => {
      const { refreshes, done, undo, label } = action
      refreshAll(refreshes)
      const said = done?.(row)
      if (undo) offerUndo({ said: said ?? label, steps: [stepOf(undo, row, answer)], refreshes })
      else if (said) void message.success(speak(said))
    },
    [message, speak],
  )
}
