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

/** The addresses at which the server listens, the machine's own aside where it listens at all. None behind a proxy, which has another. */
export function listeningAddressesOf({ headers, server }: FastifyRequest): string[] {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return []
  const bound = server.server.address()
  if (bound === null || typeof bound === 'string') return []
  const { address, port } = bound
  const hosts = ANY.includes(address) ? outwardHosts() : [address]
  return hosts.map((host) => `http://${host}:${port}`)
}

const ANY = ['0.0.0.0', '::']
const LINK_LOCAL = /^169\.254\./

const outwardHosts = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ family, internal, address }) =>
        family === 'IPv4' && !internal && !LINK_LOCAL.test(address),
    )
    .map(({ address }) => address)

function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  if (isIPv4(host) && host.startsWith('127.')) return true
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some(({ address }) => address === host)
}
