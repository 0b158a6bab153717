import { Brand } from './brand.tsx'
import styles from './splash.module.css'
/** The console's outline while its code is on the way: the frame stands where it will stand. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label="开播 Kaibo">
      <Brand />
    </div>
  )
}
