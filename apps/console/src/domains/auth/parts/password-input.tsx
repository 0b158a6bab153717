import { useState, type KeyboardEvent } from 'react'
import { useWords } from '#client/language.ts'
import { authWords } from '../auth.i18n.ts'
import styles from '../pages/login.module.css'

/** A password field that can show what was typed and says when caps lock is on. */
export function PasswordInput({ problem }: { problem: string | undefined }) {
  const words = useWords(authWords)
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <>
      <label htmlFor="password">{words.password}</label>
      <span className={styles.password}>
        <input
          id="password"
          name="password"
          className={styles.input}
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          aria-invalid={Boolean(problem)}
          aria-describedby="password-problem caps-lock"
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? words.hide : words.show}
          onClick={() => setShown(!shown)}
        >
          <Eye open={shown} />
        </button>
      </span>
      <p id="caps-lock" className={styles.warning} aria-live="polite">
        {capsLock && words.capsLock}
      </p>
      <p id="password-problem" className={styles.problem}>
        {problem}
      </p>
    </>
  )
}

const Eye = ({ open }: { open: boolean }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" aria-hidden>
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" strokeWidth="1.8" />
    <circle cx="12" cy="12" r="3" strokeWidth="1.8" />
    {!open && <path d="M4 20 20 4" strokeWidth="1.8" strokeLinecap="round" />}
  </svg>
)
