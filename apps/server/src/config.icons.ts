import type { IconScript } from '#platform/http/console.ts'

const SCRIPT = 'KAIBO_ICON_SCRIPT'
const INTEGRITY = 'KAIBO_ICON_SCRIPT_INTEGRITY'
/** How long each digest is in base64. */
const DIGEST = /^sha(256-[\w+/]{43}=|384-[\w+/]{64}|512-[\w+/]{86}==)$/
/** What stands in a policy and in an attribute as it is. */
const PLAIN_PATH = /^\/[\w./~%-]+$/
/** Where browsers take plain HTTP for safe: the machine they run on. */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost']

/** Both or neither: a script of somebody else's runs only as the administrator has seen it. */
export function readIcons(
  setting: (name: string, fallback: string) => string,
  expect: (holds: boolean, problem: string) => void,
): IconScript | undefined {
  const [given, integrity] = [setting(SCRIPT, ''), setting(INTEGRITY, '')]
  if (!given && !integrity) return undefined
  expect(
    Boolean(given && integrity),
    `${given ? INTEGRITY : SCRIPT} 未设置：${SCRIPT} 与 ${INTEGRITY} 须同时设置或都留空`,
  )
  const url = given ? addressOf(given) : undefined
  expect(
    !given || url !== undefined,
    `${SCRIPT} 须形如 https://cdn.example.com/icons.js，不带查询、片段和密码`,
  )
  expect(
    !integrity || DIGEST.test(integrity),
    `${INTEGRITY} 须为 sha256-、sha384- 或 sha512- 开头的摘要，现为 ${integrity}`,
  )
  return url === undefined ? undefined : { url, integrity }
}

function addressOf(text: string): string | undefined {
  try {
    const url = new URL(text)
    const { protocol, hostname, origin, pathname, href } = url
    const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
    return isSafe && PLAIN_PATH.test(pathname) && origin + pathname === href ? href : undefined
  } catch {
    return undefined
  }
}
