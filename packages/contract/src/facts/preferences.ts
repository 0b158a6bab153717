import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** How tight the rows of tables are. */
export const densities = enumeration({
  compact: ['compact', '紧凑', 'Compact'],
  middle: ['middle', '适中', 'Medium'],
  large: ['large', '宽松', 'Relaxed'],
})
export type Density = ValueOf<typeof densities>

/** `system` follows the machine's setting. */
export const themes = enumeration({
  light: ['light', '浅色', 'Light'],
  dark: ['dark', '深色', 'Dark'],
  system: ['system', '跟随系统', 'As the system'],
})
export type Theme = ValueOf<typeof themes>

/** Whether single letters are shortcuts: people who use voice input, or whose hands shake, may turn them off (WCAG 2.1.4). */
export const shortcuts = enumeration({
  on: ['on', '开启', 'On'],
  off: ['off', '关闭', 'Off'],
})

/** Each language by its own name, for people who read only that one. */
export const languages = enumeration({
  zh: ['zh', '简体中文', '简体中文'],
  en: ['en', 'English', 'English'],
})
