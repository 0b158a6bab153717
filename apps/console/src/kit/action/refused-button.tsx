import { useId } from 'react'
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
  const id = useId()
  return (
    <>
      <RefusedTip reason={reason} missing={missing}>
        {/* Not `disabled`: such a button cannot be focused, so the keyboard could not reach the reason. */}
        {(ask) => (
          <Described {...face} by={id} className={styles.refused} aria-disabled onClick={ask} />
        )}
      </RefusedTip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}

/** The tooltip would describe the button by itself, but exists only while it shows: too late for a screen reader. */
const Described = ({ by, ...face }: ButtonProps & { by: string }) => (
  <Button {...face} aria-describedby={by} />
)
