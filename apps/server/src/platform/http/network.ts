/** What counts as one address where calls are counted: an IPv6 customer owns a whole /64. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('::')
  const start = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  const gap = tail === undefined ? 0 : 8 - start.length - end.length
  return [...start, ...Array.from({ length: gap }, () => '0'), ...end].slice(0, 4).join(':')
}
