import type { MouseEvent } from 'react'
import { Button } from 'antd'
import { useSession } from '#client/session.ts'
import { useSpeak } from '#client/language.ts'
import { missingRight, type Action } from './action.ts'
import { useActs } from './act-host.tsx'
import { useCanAct } from './use-can-act.ts'
import { RefusedButton } from './refused-button.tsx'
import styles from './action.module.css'

interface ActButtonProps<Row> {
  action: Action<Row>
  row: Row
  primary?: boolean
  size?: 'small' | 'middle'
  /** In a list: the button is not red even if the act is dangerous, only its confirmation is. */
  calm?: boolean
  /** A plain button, without its icon: where there are dozens at once, antd's take most of the time. */
  light?: boolean
}

/** An act as a button; if it is refused, a tooltip says why. */
export function ActButton<Row>({
  action,
  row,
  primary = false,
  size = 'small',
  calm = false,
  light = false,
}: ActButtonProps<Row>) {
  const perform = useActs()
  const session = useSession()
  const speak = useSpeak()
  const can = useCanAct()(action, row)
  const face = {
    size,
    type: primary ? 'primary' : 'default',
    danger: (action.danger ?? false) && !calm,
    icon: action.icon,
    children: speak(action.label),
  } as const
  // What is done at once puts the opposite in its place: the second of a double click must not hit that.
  const onClick = ({ detail }: MouseEvent) => detail < 2 && perform(action, row)
  if (can === true && light)
    return (
      <button type="button" className={styles.light} onClick={onClick}>
        {face.children}
      </button>
    )
  if (can === true) return <Button {...face} onClick={onClick} />
  return <RefusedButton {...face} reason={speak(can)} missing={missingRight(session, action)} />
}
