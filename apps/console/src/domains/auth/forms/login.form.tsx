import { useRef, useState, type FormEvent } from 'react'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { call, CallError } from '#client/http.ts'
import { useWords } from '#client/language.ts'
import { signIn } from '#client/session.ts'
import { authWords } from '../auth.i18n.ts'
import { OtpInput } from '../parts/otp-input.tsx'
import { PasswordInput } from '../parts/password-input.tsx'
import styles from '../pages/login.module.css'
import plain from '#kit/text/plain-button.module.css'

interface Problem {
  username?: string
  password?: string
  otp?: string
  /** An error of the form as a whole. */
  form?: string
}

export function LoginForm({ prepare }: { prepare: () => Promise<unknown> }) {
  const words = useWords(authWords)
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<Problem>({})
  const [busy, setBusy] = useState(false)
  // Shown once the server has asked for the second factor.
  const [asksOtp, setAsksOtp] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = valuesOf(form.current)
    const missing = missingIn(typed, words)
    setProblem(missing)
    if (missing.username || missing.password) return focus(missing)
    setBusy(true)
    try {
      const { token, user } = await call(authApi.login, typed, { silent: true })
      // Waits here, where the button shows that it is busy; after the login nothing would be shown.
      await prepare().catch(() => undefined)
      signIn(token, user)
    } catch (error) {
      setBusy(false)
      const found = problemOf(error)
      setProblem(found)
      if (found.otp) setAsksOtp(true)
      focus(found)
    }
  }

  function focus(found: Problem) {
    // When the code's field first appears it focuses itself.
    const name = found.username ? 'username' : found.otp ? 'otp' : 'password'
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  return (
    <form
      ref={form}
      className={styles.form}
      // With `dialog` the browser submits nothing by itself: without our script it would put the password into the address.
      method="dialog"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <label htmlFor="username">{words.username}</label>
      <input
        id="username"
        name="username"
        className={styles.input}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // Autofocus, as logging in is the page's only purpose.
        autoFocus
        aria-invalid={Boolean(problem.username)}
        aria-describedby="username-problem"
      />
      <p id="username-problem" className={styles.problem}>
        {problem.username}
      </p>
      <PasswordInput problem={problem.password} />
      {asksOtp ? <OtpInput problem={problem.otp} /> : null}
      <button
        type="submit"
        className={`${plain.button} ${plain.primary} ${styles.submit}`}
        disabled={busy}
      >
        {busy ? words.submitting : words.submit}
      </button>
      <p className={styles.problem} role="alert">
        {problem.form}
      </p>
    </form>
  )
}

interface Typed {
  username: string
  password: string
  otp?: string
}

/** Read from the elements, as password managers may fill them without an event. */
function valuesOf(form: HTMLFormElement | null): Typed {
  const data = new FormData(form ?? undefined)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const otp = text('otp').trim()
  return {
    username: text('username').trim(),
    password: text('password'),
    ...(otp && { otp }),
  }
}

const missingIn = (
  { username, password }: Typed,
  words: { enterUsername: string; enterPassword: string },
): Problem => ({
  ...(!username && { username: words.enterUsername }),
  ...(!password && { password: words.enterPassword }),
})

function problemOf(error: unknown): Problem {
  if (!(error instanceof CallError)) throw error
  const { username, password, otp } = error.fields
  return username || password || otp ? { username, password, otp } : { form: error.message }
}
