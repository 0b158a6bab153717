import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import type { KeywordMap } from '@kaibo/contract/game/game.schema.ts'
import { tugWarCatalogue, tugWarPart } from '@kaibo/contract/game/tug-war.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bundleOf, unchanged, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { programOf } from '@kaibo/testkit/program.ts'

const agent = programOf(new URL('../../../../agent/src/main.ts', import.meta.url))
const within = { timeout: 40_000, interval: 200 }

let server: TestServer
let admin: Login

beforeEach(async () => {
  const agentProgram = { main: agent.file, execArgv: [] }
  server = await bootServer({ clock: 'system', config: { agentProgram } })
  admin = await server.login('admin')
})
afterEach(() => server.close())

const welcome: RuleSet = {
  id: 'tug',
  name: '拔河话术',
  version: 1,
  root: {
    id: 'root',
    type: 'root',
    name: '拔河话术',
    enabled: 1,
    triggers: [{ event: 'game.camp_join' }],
    hit: 'all',
    children: [
      {
        id: 'join',
        type: 'son',
        name: '欢迎入队',
        enabled: 1,
        actions: [
          {
            kind: 'say',
            templates: [{ text: '欢迎{{ev.user.name}}加入{{ev.camp_name}}', weight: 1 }],
            no_repeat: 0,
          },
        ],
      },
    ],
  },
}

/** Whatever a simulated audience says: one of these is soon among it. */
const word = (text: string): KeywordMap => ({
  word: text,
  command: 'join',
  args: [{ origin: 'input', value: 'red' }],
  text: '加入红队',
})

async function playTugWar(room_code: string): Promise<void> {
  const keyword_map = ['主播', '来', '的', '好', '这', '啊', '哈', '什么', '一'].map(word)
  const bundle: Bundle = {
    ...bundleOf([unchanged(welcome)]),
    catalogue: tugWarCatalogue,
    game: { ...tugWarPart('tug-war'), keyword_map },
  }
  const body = JSON.stringify(bundle)
  const hash = createHash('sha256').update(body).digest('base64url')
  await server.db.query.insertInto('pack').values({ hash, kind: 'bundle', body, at: 1 }).execute()
  await server.db.query
    .updateTable('room')
    .set({ bundle_hash: hash })
    .where('room_code', '=', room_code)
    .execute()
}

test('danmu, game, event, rule and sentence stand on one timeline; rounds and link are seen', async () => {
  const url = await server.listen()
  await server.app.demo.load()
  const { data } = await server.call(roomApi.list, {}, admin)
  const room_code = data.list[0]?.room_code ?? ''
  await playTugWar(room_code)
  await server.app.demo.run(url)

  const logs = async () =>
    (await server.call(roomApi.consoleLogs, { room_code, page_size: 200 }, admin)).data.list
  /** Who joined by a danmu: one may also by a gift. */
  const story = async () => {
    const list = (await logs()).toReversed()
    const of = (event_id: string | null) => list.filter((one) => one.event_id === event_id)
    for (const speech of list.filter(({ kind, tag }) => kind === 'speech' && tag === 'spoken')) {
      const event = of(speech.event_id).find(({ tag }) => tag === 'game')
      const decision = of(speech.event_id).find(({ kind }) => kind === 'decision')
      const who = event?.user?.open_id
      const before = list.filter(({ at }) => at <= (event?.at ?? 0))
      const danmu = before.find(({ tag, user }) => tag === 'danmu' && user?.open_id === who)
      if (danmu && event && decision) return { danmu, event, decision, speech }
    }
    return undefined
  }
  await expect.poll(async () => (await story())?.speech.text, within).toMatch('欢迎')
  const { danmu, event, decision, speech } = (await story()) ?? {}
  expect(event?.text).toMatch(/^加入阵营：阵营 \w+，阵营名 .队，人数 \d+$/)
  expect(decision?.text).toBe('欢迎入队')
  expect(speech?.text).toBe(
    `欢迎${event?.user?.nickname ?? ''}加入${event?.text.includes('red') ? '红队' : '蓝队'}`,
  )
  expect(danmu?.at).toBeLessThanOrEqual(event?.at ?? 0)
  expect(event?.at).toBeLessThanOrEqual(speech?.at ?? 0)

  const state = async () => (await server.call(gameLinkApi.state, { room_code }, admin)).data
  await expect.poll(async () => (await state()).link?.state, within).toBe('connected')
  expect((await state()).link?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/play\/\w+\/#[\w-]{43}$/)
  const keys = async () => (await state()).vars?.map(({ key }) => key) ?? []
  await expect.poll(keys, within).toContain('left_s')
  const rounds = await server.call(gameLinkApi.rounds, { room_code }, admin)
  expect(rounds.data.list.at(-1)).toMatchObject({ seq: 1, game_id: 'tug-war' })
  const pull = { room_code, command: 'pull', args: [3] }
  expect(await server.call(gameLinkApi.command, pull, admin)).toMatchObject({
    code: 0,
    data: { state: 'done' },
  })
}, 120_000)
