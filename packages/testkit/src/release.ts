import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { Agent } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { createOutgoing, type Outgoing } from '@kaibo/server/platform/outgoing/outgoing.ts'

/** Where models are released, for a server whose way out leads here. */
export interface Release {
  readonly outgoing: Outgoing
  /** Addresses of names; any other name has a public one. */
  readonly names: Record<string, string>
  /** What was asked for, host and path. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Each https address that may be asked leads to this process, without TLS: which ones may be is not ours to say. */
export async function releaseServer(answer: RequestListener): Promise<Release> {
  const asked: string[] = []
  const names: Record<string, string> = {}
  const http = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  class Here extends Agent {
    override createConnection() {
      return connect(port, '127.0.0.1')
    }
  }
  const here = new Here()
  const outgoing = createOutgoing({
    localPorts: [],
    ownPorts: () => [],
    resolve: async (host) => [{ address: names[host] ?? '8.8.8.8', family: 4 }],
    agents: { 'http:': here, 'https:': here },
  })
  return {
    outgoing,
    names,
    asked,
    async close() {
      outgoing.close()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
