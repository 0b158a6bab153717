import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { performance } from 'node:perf_hooks'

/**
 * Where an address lies. `never`: nobody may be sent there (link-local with the clouds' metadata, multicast, unspecified).
 * `own`: this machine. `lan`: the network that it stands in. `public`: everything else.
 */
export type Place = 'never' | 'own' | 'lan' | 'public'

type Range = readonly [base: string, bits: number, place: Place]

const V4: readonly Range[] = [
  ['0.0.0.0', 8, 'never'],
  ['127.0.0.0', 8, 'own'],
  ['169.254.0.0', 16, 'never'],
  // What clouds answer their machines' secrets at, outside of link-local: Alibaba, Oracle, Azure.
  ['100.100.100.200', 32, 'never'],
  ['192.0.0.192', 32, 'never'],
  ['168.63.129.16', 32, 'never'],
  ['10.0.0.0', 8, 'lan'],
  ['100.64.0.0', 10, 'lan'],
  ['172.16.0.0', 12, 'lan'],
  ['192.0.0.0', 24, 'lan'],
  ['192.168.0.0', 16, 'lan'],
  ['198.18.0.0', 15, 'lan'],
  ['224.0.0.0', 3, 'never'],
]

const V6: readonly Range[] = [
  ['::', 128, 'never'],
  ['::1', 128, 'own'],
  ['fd00:ec2::254', 128, 'never'],
  ['fd20:ce::254', 128, 'never'],
  ['fe80::', 10, 'never'],
  ['fec0::', 10, 'never'],
  ['fc00::', 7, 'lan'],
  ['ff00::', 8, 'never'],
  // Teredo: an address behind somebody's tunnel.
  ['2001::', 32, 'never'],
]

/** IPv6 ranges that carry an IPv4 address: mapped, compatible, translated, NAT64, 6to4. Where it begins, in bytes. */
const CARRYING: readonly (readonly [base: string, bits: number, at: number])[] = [
  ['::ffff:0:0', 96, 12],
  ['::', 96, 12],
  ['::ffff:0:0:0', 96, 12],
  ['64:ff9b::', 96, 12],
  ['64:ff9b:1::', 48, 12],
  ['2002::', 16, 2],
]

/** Where an IP address lies; `never` of what is none. */
export function placeOf(ip: string, own: readonly string[] = ownAddresses()): Place {
  const bytes = bytesOf(ip)
  if (!bytes) return 'never'
  if (bytes.length === 4) return own.includes(ip) ? 'own' : rangeOf(bytes, V4)
  if (own.some((one) => sameBytes(bytesOf(one), bytes))) return 'own'
  const exact = rangeOf(bytes, V6)
  if (exact !== 'public') return exact
  for (const [base, bits, at] of CARRYING)
    if (isWithin(bytes, base, bits)) return placeOf(bytes.slice(at, at + 4).join('.'), own)
  return 'public'
}

/** Asking the system takes longer than all else about an address: for so long it is not asked again. */
const KEPT_MS = 1_000
let known: { until: number; own: string[] } = { until: 0, own: [] }

/** The addresses of this machine's network cards. */
function ownAddresses(): string[] {
  const now = performance.now()
  if (now < known.until) return known.own
  const all = Object.values(networkInterfaces()).flatMap((cards) => cards ?? [])
  known = { until: now + KEPT_MS, own: all.map(({ address }) => address) }
  return known.own
}

function rangeOf(bytes: readonly number[], ranges: readonly Range[]): Place {
  return ranges.find(([base, bits]) => isWithin(bytes, base, bits))?.[2] ?? 'public'
}

function isWithin(bytes: readonly number[], base: string, bits: number): boolean {
  const of = bytesOf(base) ?? []
  return bytes.every((byte, at) => {
    const shown = Math.min(8, Math.max(0, bits - at * 8))
    const mask = (0xff << (8 - shown)) & 0xff
    return ((of[at] ?? 0) & mask) === (byte & mask)
  })
}

const sameBytes = (a: readonly number[] | undefined, b: readonly number[]): boolean =>
  a !== undefined && a.length === b.length && a.every((byte, at) => byte === b[at])

const GROUPS = 8

function bytesOf(ip: string): number[] | undefined {
  const plain = ip.replace(/%.*$/, '')
  const family = isIP(plain)
  if (family === 4) return plain.split('.').map(Number)
  if (family !== 6) return undefined
  // The last 32 bits may be written as IPv4.
  const tail = /(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain)
  const v4 = tail?.[2]?.split('.').map(Number) ?? []
  const hex = tail
    ? `${tail[1]}${word(v4[0], v4[1]).toString(16)}:${word(v4[2], v4[3]).toString(16)}`
    : plain
  const [head = '', rest] = hex.split('::')
  const left = groupsOf(head)
  const right = groupsOf(rest ?? '')
  const zeros = Array<number>(Math.max(0, GROUPS - left.length - right.length)).fill(0)
  const groups = rest === undefined ? left : [...left, ...zeros, ...right]
  return groups.flatMap((group) => [group >> 8, group & 0xff])
}

const word = (high = 0, low = 0): number => high * 256 + low

const groupsOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
