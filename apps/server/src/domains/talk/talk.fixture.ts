import { READS_BUNDLES } from '@kaibo/contract/agent/frames.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'

/* A set of one rule, which says one text, and the rooms that run by it. */

export const saying = (text: string, ...more: SonNode[]): RuleSet => ({
  id: 'any',
  name: '任意',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '任意',
    enabled: 1,
    triggers: [{ event: 'gift.receive' }],
    hit: 'all',
    children: [
      {
        id: 'thanks',
        type: 'son',
        name: '答谢',
        enabled: 1,
        actions: [{ kind: 'say', templates: [{ text, weight: 1 }], no_repeat: 0 }],
      },
      ...more,
    ],
  },
})

let names = 0

export class Written {
  readonly rule_id: string
  readonly #server: TestServer
  readonly #as: Login

  private constructor(server: TestServer, as: Login, rule_id: string) {
    this.#server = server
    this.#as = as
    this.rule_id = rule_id
  }

  static async begin(server: TestServer, as: Login): Promise<Written> {
    const draft = { name: `灰度${++names}`, kind: 'talk' } as const
    const { data } = await server.call(talkApi.add, draft, as)
    return new Written(server, as, data.rule_id)
  }

  async row(): Promise<RuleRow> {
    const { rule_id } = this
    return (await this.#server.call(talkApi.data, { rule_id }, this.#as)).data.row
  }

  async write(set: RuleSet): Promise<void> {
    const { rule_id } = this
    const { version } = await this.row()
    await this.#server.call(talkApi.save, { rule_id, version, set: { ...set } }, this.#as)
  }

  async publish(rooms?: string[], as = this.#as) {
    const { rule_id } = this
    const { version } = await this.row()
    return this.#server.call(talkApi.publish, { rule_id, version, note: '', rooms }, as)
  }

  rollout(act: 'promote' | 'rollback', to_v?: number) {
    return this.#server.call(talkApi.rollout, { rule_id: this.rule_id, act, to_v }, this.#as)
  }

  async versions() {
    const { rule_id } = this
    return (await this.#server.call(talkApi.versions, { rule_id }, this.#as)).data.list
  }

  async bind(room_code: string, version = 0): Promise<void> {
    const { rule_id } = this
    const list = [{ rule_id, enabled: 1 as const, shift: 0, off_nodes: [] }]
    await this.#server.call(talkApi.bindTalk, { room_code, version, list }, this.#as)
  }
}

export interface Running {
  room: Room
  agent: TestAgent
  pc_id: string
  /** The text of the bundle that the PC is to run its room by now. */
  next(): Promise<string>
}

/** A room on a PC of its own that is connected and reads bundles. */
export async function running(server: TestServer, url: string): Promise<Running> {
  const pc = await buildPc(server.platform)
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const { id: pc_id, private_key } = pc
  const agent = await connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
  await agent.hello({ capabilities: [READS_BUNDLES] })
  return {
    room,
    agent,
    pc_id,
    async next() {
      const { rooms } = await agent.next('desired')
      const hash = rooms[0]?.config.bundle?.hash ?? ''
      agent.send({ type: 'need', hash })
      return (await agent.next('part', (part) => part.hash === hash)).body
    },
  }
}
