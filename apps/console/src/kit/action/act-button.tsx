import { Button } from 'antd'
import { useSession } from '#client/session.ts'
import { useSpeak } from '#client/language.ts'
import { canAct, missingRight, type Action } from './action.ts'
import { useActs } from './act-host.tsx'
import { RefusedButton } from './refused-button.tsx'

interface ActButtonProps<Row> {
  action: Action<Row>
  row: Row
  primary?: boolean
  size?: 'small' | 'middle'
  /** One of many in a list: only its question is red. */
  calm?: boolean
}

/** An act as a button; refused, it says why. */
export function ActButton<Row>({
  action,
  row,
  primary = false,
  size = 'small',
  calm = false,
}: ActButtonProps<Row>) {
  const perform = useActs()
  const session = useSession()
  const speak = useSpeak()
  const can = canAct(session, action, row)
  const face = {
    size,
    type: primary ? 'primary' : 'default',
    danger: (action.danger ?? false) && !calm,
    icon: action.icon,
    children: speak(action.label),
  } as const
  if (can === true) return <Button {...face} onClick={() => perform(action, row)} />
  return <RefusedButton {...face} reason={speak(can)} missing={missingRight(session, action)} />
}
