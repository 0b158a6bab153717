/**
 * What counts as one sender in limits: an IPv4 address (also in the form `::ffff:192.0.2.1`), or the first half of an IPv6
 * address, because one customer owns a whole /64.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const groups = groupsOf(ip)
  const [sixth = 0, high = 0, low = 0] = groups.slice(5)
  if (sixth === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%')
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const [start, end] = [numbers(head), numbers(tail ?? '')]
  const gap = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  return [...start, ...Array.from({ length: gap }, () => 0), ...end]
}

const numbers = (text: string): number[] =>
  text
    .split(':')
    .filter(Boolean)
    .map((group) => parseInt(group, 16))
