import { useText } from '#client/i18n.ts'
import { useSession } from '#client/session.ts'
import { PasswordForm } from '../forms/password.form.tsx'
import { SecondFactor } from '../parts/second-factor.tsx'
import '../profile.i18n.ts'
import styles from '../parts/profile.module.css'

/** Shown instead of every page while the login has to change its password or bind a code: until then it has no rights. */
export default function MustPage() {
  const t = useText('profile')
  const { info, user } = useSession()
  if (!info?.must) return null
  return (
    <div className={styles.must}>
      <h1>{t(`must_${info.must}`)}</h1>
      <p className={styles.mustHint}>{t(`must_${info.must}_hint`)}</p>
      <p className={styles.mustWho}>{t('must_who', { username: user?.username ?? '' })}</p>
      {info.must === 'password' ? <PasswordForm /> : <SecondFactor info={info} />}
    </div>
  )
}
