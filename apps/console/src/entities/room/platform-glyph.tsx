import { PLATFORMS, type Platform } from '@kaibo/contract/facts/platforms.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useLanguage } from '#client/language.ts'
import styles from './platform-glyph.module.css'

/** A platform's sign: the first character of its name. It stands for a room's picture where there is none. */
export function PlatformGlyph({ platform }: { platform: Platform }) {
  const lang = useLanguage()
  const name = labelOf(PLATFORMS, platform, lang)
  return (
    <span className={styles.platformGlyph} role="img" aria-label={name} title={name}>
      {Array.from(name)[0]}
    </span>
  )
}
