import { Button, Tooltip } from 'antd'
import { useSession } from '#client/session.ts'
import { canAct, type Action } from './action.ts'
import { useActs } from './act-host.tsx'
import './action.css'

interface ActButtonProps<Row> {
  action: Action<Row>
  row: Row
  primary?: boolean
  size?: 'small' | 'middle'
  /** One of many in a list: only its question is red. */
  calm?: boolean
}

/** An act as a button; refused, it can still be reached and says why, on hover, on focus and to a screen reader. */
export function ActButton<Row>({
  action,
  row,
  primary = false,
  size = 'small',
  calm = false,
}: ActButtonProps<Row>) {
  const perform = useActs()
  const can = canAct(useSession(), action, row)
  const refused = can !== true
  const button = (
    <Button
      size={size}
      type={primary ? 'primary' : 'default'}
      danger={(action.danger ?? false) && !calm}
      icon={action.icon}
      className={refused ? 'act-refused' : ''}
      // `disabled` would take the button, and with it the reason, out of the keyboard's way.
      aria-disabled={refused}
      onClick={() => {
        if (!refused) perform(action, row)
      }}
    >
      {action.label()}
    </Button>
  )
  return refused ? (
    <Tooltip title={can} trigger={['hover', 'focus']}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
