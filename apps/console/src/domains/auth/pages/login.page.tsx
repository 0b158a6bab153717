import { useEffect } from 'react'
import { setLanguage, useLanguage, useWords } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import { authWords } from '../auth.i18n.ts'
import { LoginForm } from '../forms/login.form.tsx'
import styles from './login.module.css'
import textStyles from '#kit/text/text.module.css'

interface Props {
  /** Loads the code of the console. */
  prepare: () => Promise<unknown>
  /** Called once the form's script runs; its HTML may have been shown before that. */
  onReady?: () => void
}

/** Plain HTML and CSS: the first screen must not wait for the component library. */
export default function LoginPage({ prepare, onReady }: Props) {
  const language = useLanguage()
  const words = useWords(authWords)
  const { ended } = useSession()
  useEffect(() => {
    document.title = `${words.title} · 开播 Kaibo`
  }, [words])
  useEffect(() => whenQuiet(prepare), [prepare])
  useEffect(() => onReady?.(), [onReady])

  return (
    <main className={styles.login}>
      <div className={styles.card}>
        <header>
          <img src="/favicon.svg" alt="" width={40} height={40} />
          <div>
            <h1>开播 Kaibo</h1>
            <p className={textStyles.meta}>{words.subtitle}</p>
          </div>
        </header>
        {ended?.notice && (
          <p className={styles.notice} role="alert">
            {ended.notice}
          </p>
        )}
        <LoginForm prepare={prepare} />
      </div>
      <button
        type="button"
        className={`${styles.link} ${textStyles.meta}`}
        lang={language === 'zh' ? 'en' : 'zh-CN'}
        onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {words.otherLanguage}
      </button>
    </main>
  )
}

const QUIET_MS = 1_000

/** Loads the console's code while the person types; an error is ignored here, as the login loads it again. */
function whenQuiet(prepare: () => Promise<unknown>): () => void {
  const timer = setTimeout(() => void prepare().catch(() => undefined), QUIET_MS)
  return () => clearTimeout(timer)
}
