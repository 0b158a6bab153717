import { Button, type ButtonProps } from 'antd'
import { RefusedTip } from '#kit/why/why.tsx'
import styles from './action.module.css'

interface RefusedButtonProps extends ButtonProps {
  reason: string
  /** The missing right, if that is the reason. */
  missing?: string | undefined
}

/** A button whose act is refused: it stays focusable and says why, on hover, on focus and to screen readers. */
export function RefusedButton({ reason, missing, ...face }: RefusedButtonProps) {
  return (
    <RefusedTip reason={reason} missing={missing}>
      {/* Not `disabled`: such a button cannot be focused, so the keyboard could not reach the reason. */}
      {(ask) => <Button {...face} className={styles.refused} aria-disabled onClick={ask} />}
    </RefusedTip>
  )
}
