import { useWords } from '#client/language.ts'
import { authWords } from '../auth.i18n.ts'
import styles from '../pages/login.module.css'

/** The second factor, or a recovery code. Shown when the server asks for it, and focused then. */
export function OtpInput({ problem }: { problem: string | undefined }) {
  const words = useWords(authWords)
  return (
    <>
      <label htmlFor="otp">{words.otp}</label>
      <input
        id="otp"
        name="otp"
        className={styles.input}
        autoComplete="one-time-code"
        autoFocus
        aria-invalid={Boolean(problem)}
        aria-describedby="otp-hint otp-problem"
      />
      <p id="otp-hint" className={styles.warning}>
        {words.otpHint}
      </p>
      <p id="otp-problem" className={styles.problem} role="alert">
        {problem}
      </p>
    </>
  )
}
