import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'

/**
 * The address by which a caller reached this machine directly: `http://192.168.1.5:8300`. A Host header may say anything, so it
 * counts only where it names the machine itself, by one of its own addresses, and the port that the request came in on.
 */
export function ownAddressOf({ headers, socket }: FastifyRequest): string | undefined {
  // Behind a proxy the host may be the proxy's own way to this server, which is of no use to a PC.
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return undefined
  const claimed = `http://${headers.host ?? ''}`
  if (!URL.canParse(claimed)) return undefined
  const { hostname, port, origin } = new URL(claimed)
  if (Number(port || 80) !== socket.localPort) return undefined
  return isThisMachine(hostname.replaceAll(/[[\]]/g, '')) ? origin : undefined
}

function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  if (isIPv4(host) && host.startsWith('127.')) return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some(({ address }) => address === host)
}
