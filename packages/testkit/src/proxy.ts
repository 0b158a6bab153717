import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What stands between a server and what it talks to, so that a test can cut the cable. */
export interface Proxy {
  /** The same address, by way of here. */
  readonly url: string
  /** Connections are refused, and those that stand end. */
  cut(): void
  /** Connections stand and are taken, and nothing is heard on them. */
  silence(): void
  /** What is said on either way arrives so much later, in its order. */
  delay(ms: number): void
  mend(): void
  close(): Promise<void>
}

export async function proxyTo(target: string): Promise<Proxy> {
  const url = new URL(target)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  let lateMs = 0

  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(url.port), url.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk: Buffer) => {
        if (state !== 'open') return
        if (lateMs === 0) to.write(chunk)
        else setTimeout(() => to.writable && to.write(chunk), lateMs)
      })
      from.on('error', end)
      from.on('close', end)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = new URL(target)
  here.hostname = '127.0.0.1'
  here.port = String((server.address() as AddressInfo).port)

  const endAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: here.href,
    cut() {
      state = 'cut'
      endAll()
    },
    silence: () => void (state = 'silent'),
    delay: (ms) => void (lateMs = ms),
    mend() {
      // What was lost on a connection in between makes no sense any more.
      if (state === 'silent') endAll()
      state = 'open'
      lateMs = 0
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
