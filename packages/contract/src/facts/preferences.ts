import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** How tight the rows of tables are. */
export const densities = enumeration({
  compact: ['compact', '紧凑', 'Compact'],
  middle: ['middle', '适中', 'Medium'],
  large: ['large', '宽松', 'Relaxed'],
})
export type Density = ValueOf<typeof densities>

/** In dark or in light; `system` follows the machine. */
export const themes = enumeration({
  light: ['light', '浅色', 'Light'],
  dark: ['dark', '深色', 'Dark'],
  system: ['system', '跟随系统', 'As the system'],
})
export type Theme = ValueOf<typeof themes>

/** Whether a single letter does something: who speaks to the machine, or shakes, may want none (WCAG 2.1.4). */
export const shortcuts = enumeration({
  on: ['on', '开启', 'On'],
  off: ['off', '关闭', 'Off'],
})

/** Each by its own name: whoever looks for it reads that. */
export const languages = enumeration({
  zh: ['zh', '简体中文', '简体中文'],
  en: ['en', 'English', 'English'],
})
