/** Host names without characters that a shell would interpret: the address becomes part of a command line. */
const PLAIN_HOST = /^([\da-z](?:[\d.a-z-]*[\da-z])?|\[[\d:.a-f]+\])$/

/** An address as its origin: in small letters, without a slash at the end. What is no origin stays as it is. */
export const asOrigin = (text: string): string => originOf(text) ?? text

export const isOrigin = (text: string): boolean => originOf(text) === text

/** Whether an origin names the machine that uses it: no other machine reaches it there. */
export const isLoopback = (origin: string): boolean =>
  URL.canParse(origin) && LOOPBACK.test(new URL(origin).hostname)

const LOOPBACK = /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, origin, href } = new URL(text)
  const isPlain = ['http:', 'https:'].includes(protocol) && PLAIN_HOST.test(hostname)
  // Neither a name and password nor a path, a query or a fragment.
  return isPlain && href === `${origin}/` ? origin : undefined
}
