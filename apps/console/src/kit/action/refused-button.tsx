import { Button, type ButtonProps } from 'antd'
import { RefusedTip } from '#kit/why/why.tsx'
import styles from './action.module.css'

interface RefusedButtonProps extends ButtonProps {
  reason: string
  /** The action that is missing, where it is that. */
  missing?: string | undefined
}

/** A button that does nothing now; it can still be reached and says why, on hover, on focus and to a screen reader. */
export function RefusedButton({ reason, missing, ...face }: RefusedButtonProps) {
  return (
    <RefusedTip reason={reason} missing={missing}>
      {/* `disabled` would take the button, and with it the reason, out of the keyboard's way. */}
      {(ask) => <Button {...face} className={styles.refused} aria-disabled onClick={ask} />}
    </RefusedTip>
  )
}
