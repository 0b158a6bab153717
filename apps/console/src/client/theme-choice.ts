import { useSyncExternalStore } from 'react'
import { themes, type Theme } from '@kaibo/contract/facts/preferences.ts'
import { oneOf } from '@kaibo/contract/kernel/enumeration.ts'
import { signal } from './signal.ts'
import { entry } from './storage.ts'

/** public/theme.js reads the same entry before the first paint. */
const stored = entry('theme', oneOf(themes), { saved: true })
const changed = signal<void>()
const systemDark = matchMedia('(prefers-color-scheme: dark)')
let choice: Theme = stored.read() ?? themes.system

systemDark.addEventListener('change', apply)

export function chooseTheme(next: Theme): void {
  if (next === choice) return
  choice = next
  stored.write(next)
  apply()
}

export const useThemeChoice = (): Theme => useSyncExternalStore(changed.on, () => choice)
export const useThemeName = (): 'light' | 'dark' => useSyncExternalStore(changed.on, themeName)

/** Paper is white. */
let isPrinting = false
for (const [event, begins] of [
  ['beforeprint', true],
  ['afterprint', false],
] as const)
  addEventListener(event, () => {
    isPrinting = begins
    apply()
  })

const themeName = () => (!isPrinting && isDark() ? 'dark' : 'light')

const isDark = () => choice === 'dark' || (choice === 'system' && systemDark.matches)

function apply(): void {
  document.documentElement.dataset['theme'] = themeName()
  changed.emit()
}
