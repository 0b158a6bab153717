import { isIP } from 'node:net'
import { words } from '@kaibo/contract/kernel/words.ts'
import { placeOf } from './address.ts'
import { faultOf, OutgoingFault } from './outgoing.fault.ts'

/** An address that may be asked: `ip` is where the connection goes, whatever the name says later. */
export interface Target {
  url: URL
  ip: string
  family: 4 | 6
}

export interface Reach {
  /** Addresses of the own network are allowed: somebody who manages it gave this one. */
  lan: boolean
  /** Only `https` to public addresses. */
  strict?: boolean
}

export interface TargetNeeds {
  /** All addresses of a name. */
  resolve: (host: string) => Promise<readonly { address: string; family: number }[]>
  /** Ports at which this server itself listens. */
  ownPorts: () => readonly number[]
  /** Ports of this machine that may be asked though it is the own one. */
  localPorts: readonly number[]
}

/** The address that is written in a URL; the fault says what is wrong with it. No name is looked up. */
export function urlFrom(text: string, { strict }: Pick<Reach, 'strict'> = {}): URL {
  // `new URL` also writes 2130706433, 0177.0.0.1 and 0x7f.1 as 127.0.0.1
  if (!URL.canParse(text)) throw new OutgoingFault('address', NO_URL)
  const url = new URL(text)
  const schemes = strict ? ['https:'] : ['https:', 'http:']
  if (!schemes.includes(url.protocol)) throw new OutgoingFault('address', strict ? TLS : NO_URL)
  if (url.username !== '' || url.password !== '') throw new OutgoingFault('address', LOGIN)
  return url
}

/** Looks the name up once: of its addresses each must be allowed, and the first is where the connection goes. */
export async function targetOf(text: string, reach: Reach, needs: TargetNeeds): Promise<Target> {
  const url = urlFrom(text, reach)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const literal = isIP(host)
  const found =
    literal === 0
      ? await needs.resolve(host).catch((error: unknown) => {
          throw faultOf(error)
        })
      : [{ address: host, family: literal }]
  const [first] = found
  if (!first) throw new OutgoingFault('unknown')
  for (const { address } of found) assertAllowed(address, portOf(url), reach, needs)
  return { url, ip: first.address, family: first.family === 6 ? 6 : 4 }
}

function assertAllowed(ip: string, port: number, { lan, strict }: Reach, needs: TargetNeeds): void {
  const place = placeOf(ip)
  if (place === 'public') return
  if (place === 'never') throw new OutgoingFault('address')
  if (strict) throw new OutgoingFault('address', INSIDE)
  if (!lan) throw new OutgoingFault('address', INSIDE)
  if (place === 'lan') return
  if (needs.ownPorts().includes(port) || !needs.localPorts.includes(port))
    throw new OutgoingFault('address', OWN)
}

export const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)

const NO_URL = words(
  '地址须以http://或https://开头',
  'The address must begin with http:// or https://',
)
const TLS = words('地址须以https://开头', 'The address must begin with https://')
const LOGIN = words('地址不能带用户名和密码', 'The address must not hold a user name or password')
const INSIDE = words('不允许访问内网地址', 'Addresses inside the network are not allowed')
const OWN = words(
  '不允许访问服务器本机，需要时在KAIBO_LOCAL_SERVICES中列出端口',
  'This machine itself is not asked; list the port in KAIBO_LOCAL_SERVICES where that is meant',
)
