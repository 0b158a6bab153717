import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { signal } from './signal.ts'
import { entry } from './storage.ts'

export const THEME_CHOICES = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

/** public/theme.js reads the same entry before the first paint. */
const stored = entry('theme', z.enum(THEME_CHOICES), { saved: true })
const changed = signal<void>()
const systemDark = matchMedia('(prefers-color-scheme: dark)')
let choice: ThemeChoice = stored.read() ?? 'system'

systemDark.addEventListener('change', apply)

export function chooseTheme(next: ThemeChoice): void {
  choice = next
  stored.write(next)
  apply()
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(changed.on, () => choice)
export const useThemeName = (): 'light' | 'dark' => useSyncExternalStore(changed.on, themeName)

const themeName = () =>
  choice === 'dark' || (choice === 'system' && systemDark.matches) ? 'dark' : 'light'

function apply(): void {
  document.documentElement.dataset['theme'] = themeName()
  changed.emit()
}
