import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import type { PushResult } from '@kaibo/contract/ingest/ingest.api.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { PUSH_SECRET } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import { pushDouyin, pushEvents, type DouyinPush } from '@kaibo/testkit/push.ts'

const SECRET = 'douyin-secret'

export const ago = (minutes: number) => TEST_NOW - minutes * 60_000

export const payload = (overrides: object = {}) => ({
  msg_id: crypto.randomUUID(),
  sec_openid: 'viewer',
  nickname: '抖音观众',
  avatar_url: 'https://example.com/a.png',
  timestamp: TEST_NOW,
  ...overrides,
})

export const gift = (overrides: object = {}) =>
  payload({ sec_gift_id: 'g', gift_num: 2, gift_value: 20, test: false, ...overrides })

export async function answerOf(response: Promise<Response>) {
  const answer = await response
  const envelope = (await answer.json()) as Envelope<PushResult>
  return { status: answer.status, ...envelope }
}

/** A room on air of a Douyin account, another for each test; in the end the ledger of all must be right. */
export class PushScenario {
  server!: TestServer
  url!: string
  air!: OnAir
  #rooms = 0

  constructor() {
    beforeAll(async () => {
      this.server = await bootServer()
      this.url = await this.server.listen()
    })
    afterAll(async () => {
      expect(await reconcile(this.server.db)).toEqual([])
      await this.server.close()
    })
    beforeEach(async () => {
      this.#rooms += 1
      this.air = await buildOnAir(this.server.platform, {
        account: {
          platform: 'douyin',
          platform_room_id: String(this.#rooms),
          credentials: { push_secret: SECRET },
        },
      })
    })
  }

  get code(): string {
    return this.air.room.room_code
  }

  runOf(run_id: string) {
    return this.server.db.query
      .selectFrom('run')
      .selectAll()
      .where('run_id', '=', run_id)
      .executeTakeFirstOrThrow()
  }

  gifts() {
    return this.server.db.query
      .selectFrom('gift_event')
      .selectAll()
      .where('room_id', '=', this.air.room.id)
      .orderBy('id')
      .execute()
  }

  removeRoom() {
    return this.server.db.query
      .updateTable('room')
      .set({ deleted_at: TEST_NOW })
      .where('id', '=', this.air.room.id)
      .execute()
  }

  pushGeneric(events: unknown[], overrides: Partial<Parameters<typeof pushEvents>[1]> = {}) {
    return answerOf(
      pushEvents(this.url, {
        key: this.air.account.push_key,
        secret: PUSH_SECRET,
        room_code: this.code,
        events,
        at: TEST_NOW,
        ...overrides,
      }),
    )
  }

  signed(body: string) {
    const timestamp = String(TEST_NOW / 1_000)
    return {
      'x-kaibo-key': this.air.account.push_key,
      'x-kaibo-timestamp': timestamp,
      'x-kaibo-signature': createHmac('sha256', PUSH_SECRET)
        .update(`${timestamp}.${body}`)
        .digest('hex'),
    }
  }

  send(body: string, headers: Record<string, string>) {
    return answerOf(fetch(`${this.url}/ingest/v1/events`, { method: 'POST', headers, body }))
  }

  pushDouyin(overrides: Partial<DouyinPush> = {}) {
    return answerOf(
      pushDouyin(this.url, {
        room_id: this.air.account.platform_room_id,
        type: 'live_gift',
        secret: SECRET,
        payloads: [gift()],
        at: TEST_NOW,
        ...overrides,
      }),
    )
  }
}
