import { EMPTY_CELL } from '../facts/constants.ts'

const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (table: readonly [RegExp, string][], text: string) =>
  table.find(([mark]) => mark.test(text))?.[1]

/** `Chrome · Windows`; for an unknown browser its user agent. */
export function deviceName(user_agent: string): string {
  const parts = [nameIn(BROWSERS, user_agent), nameIn(SYSTEMS, user_agent)].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : user_agent.slice(0, 40) || EMPTY_CELL
}
