import { PLATFORMS, type Platform } from '@kaibo/contract/facts/platforms.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useLanguage } from '#client/language.ts'
import styles from './platform-glyph.module.css'

const GLYPHS: Readonly<Record<Platform, string>> = {
  douyin: '抖',
  kuaishou: '快',
  bilibili: 'B',
  shipinhao: '视',
  taobao: '淘',
  xiaohongshu: '书',
  douyu: '鱼',
  huya: '虎',
  tiktok: 'T',
  other: '播',
}

/** A platform in one sign; its name for whoever asks. */
export function PlatformGlyph({ of }: { of: Platform }) {
  const name = labelOf(PLATFORMS, of, useLanguage())
  return (
    <span className={styles.glyph} role="img" aria-label={name} title={name}>
      {GLYPHS[of]}
    </span>
  )
}
