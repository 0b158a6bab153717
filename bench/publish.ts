// A rule set of 200 rules is published to 100 rooms, each on a PC of its own: how long until the last PC has its pack, beside a
// bare server that has the same conversation with as many sockets. Aim: 5 s.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { READS_BUNDLES } from '@kaibo/contract/agent/frames.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { WebSocket, WebSocketServer } from 'ws'

const ROOMS = 100
const RULES = 200
const ROUNDS = 10

const setOf = (text: string): RuleSet => ({
  id: 'any',
  name: '大额答谢',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '任意',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: Array.from({ length: RULES - 1 }, (_, index) => ({
      id: `rule-${index}`,
      type: 'son' as const,
      name: `答谢${index}`,
      enabled: 1 as const,
      actions: [
        {
          kind: 'say' as const,
          templates: [{ text: `${text}{{ev.user.name}}${index}`, weight: 1 }],
          no_repeat: 0,
        },
      ],
    })),
  },
})

async function packed(agent: TestAgent): Promise<string> {
  const { rooms } = await agent.next('desired')
  const hash = rooms[0]?.config.bundle?.hash ?? ''
  agent.send({ type: 'need', hash })
  let body = ''
  for (let of = 1, index = 0; index < of; index++) {
    const part = await agent.next('part', (one) => one.hash === hash && one.index === index)
    of = part.of
    body += part.body
  }
  return body
}

async function pcs(server: TestServer, url: string, as: Login, rule_id: string) {
  const agents: TestAgent[] = []
  const list = [{ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] }]
  for (let index = 0; index < ROOMS; index++) {
    const { id: pc_id, private_key } = await buildPc(server.platform)
    const { room_code } = await buildRoom(server.platform, { pc_id })
    const agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
    await agent.hello({ capabilities: [READS_BUNDLES] })
    await server.call(talkApi.bindTalk, { room_code, version: 0, list }, as)
    await packed(agent)
    agents.push(agent)
  }
  return agents
}

async function ours(): Promise<{ times: number[]; body: string }> {
  const server = await bootServer()
  const url = await server.listen()
  const as = await server.login('operator')
  const draft = { name: '大额答谢', kind: 'talk' } as const
  const { rule_id } = (await server.call(talkApi.add, draft, as)).data
  const publish = async (text: string) => {
    const { version } = (await server.call(talkApi.data, { rule_id }, as)).data.row
    const set = { ...setOf(text) }
    const saved = await server.call(talkApi.save, { rule_id, version, set }, as)
    const next = saved.data.row.version
    const began = performance.now()
    const { code, msg } = await server.call(
      talkApi.publish,
      { rule_id, version: next, note: '' },
      as,
    )
    if (code !== 0) throw new Error(msg)
    return began
  }
  await publish('零')
  const agents = await pcs(server, url, as, rule_id)
  const times: number[] = []
  let body = ''
  for (let round = 0; round < ROUNDS; round++) {
    const all = Promise.all(agents.map(packed))
    const began = await publish(`第${round}次`)
    body = (await all)[0] ?? ''
    times.push(performance.now() - began)
  }
  for (const agent of agents) agent.kill()
  await server.close()
  return { times, body }
}

const heard = (client: WebSocket) =>
  new Promise<void>((resolve) => {
    client.once('message', () => {
      client.once('message', (part: Buffer) => {
        JSON.parse(part.toString())
        resolve()
      })
      client.send(JSON.stringify({ type: 'need' }))
    })
  })

/** The same three messages over bare sockets, with the whole pack in one. */
async function bare(body: string): Promise<number[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.on('connection', (socket) =>
    socket.on('message', () => socket.send(JSON.stringify({ type: 'part', body }))),
  )
  const clients: WebSocket[] = []
  for (let index = 0; index < ROOMS; index++) {
    const client = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
    await once(client, 'open')
    clients.push(client)
  }
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const all = Promise.all(clients.map(heard))
    const began = performance.now()
    for (const socket of server.clients) socket.send(JSON.stringify({ type: 'desired' }))
    await all
    times.push(performance.now() - began)
  }
  for (const client of clients) client.terminate()
  server.close()
  return times
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

const { times, body } = await ours()
const alone = middle(await bare(body))
const ms = (value: number) => `${value.toFixed(0)} ms`
console.log(
  `published to ${ROOMS} rooms, ${RULES} nodes, a pack of ${(body.length / 1000).toFixed(0)} k characters:` +
    ` median ${ms(middle(times))}, longest ${ms(Math.max(...times))} (aim 5,000 ms)`,
)
console.log(`bare sockets: median ${ms(alone)}; ratio ${(middle(times) / alone).toFixed(1)}`)
