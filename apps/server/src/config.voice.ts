import type { Config } from './config.ts'

type Settings = Pick<Config, 'localServices' | 'publicUrl'>

/** Where voice servers are, and where they find this one. */
export function readVoice(
  setting: (name: string, fallback: string) => string,
  expect: (holds: boolean, problem: string) => void,
): Settings {
  const listed = setting('KAIBO_LOCAL_SERVICES', '')
  const localServices = listed === '' ? [] : listed.split(',').map((port) => Number(port.trim()))
  expect(
    localServices.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535),
    `KAIBO_LOCAL_SERVICES 须为以逗号分隔的端口，现为 ${listed}`,
  )
  const publicUrl = setting('KAIBO_PUBLIC_URL', '').replace(/\/+$/, '') || undefined
  expect(
    publicUrl === undefined || /^https?:\/\/[^/?#\s]+$/.test(publicUrl),
    `KAIBO_PUBLIC_URL 须形如 https://kaibo.example.com，现为 ${publicUrl}`,
  )
  return { localServices, publicUrl }
}
