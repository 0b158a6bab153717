import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import { LIVE_CLOSE } from '@kaibo/contract/live/channel.ts'
import { formTopic } from '@kaibo/contract/live/topics.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { Consoles } from '#domains/legacy/live.fixture.ts'

const redisUrl = process.env['TEST_REDIS_URL']

if (process.env['KAIBO_TEST_DB'] === 'pg') {
  describe.runIf(redisUrl)('two servers of one installation', twoServers)
} else {
  test('SQLite belongs to one server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kaibo-cluster-'))
    const file = join(folder, 'kaibo.db')
    const server = await bootServer({ file })
    await expect(bootServer({ file })).rejects.toThrow('数据库正被另一个服务使用')
    await server.close()
    await (await bootServer({ file })).close()
    rmSync(folder, { recursive: true })
  })
}

function twoServers() {
  let folder: string
  let here: TestServer
  let there: TestServer
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kaibo-cluster-'))
    const shared = { file: join(folder, 'kaibo.db'), ...(redisUrl && { redisUrl }) }
    here = await bootServer(shared)
    there = await bootServer(shared)
    url = (await there.listen()).replace('http', 'ws')
  })
  afterAll(async () => {
    await here.close()
    await there.close()
    rmSync(folder, { recursive: true })
  })

  const codeThere = async (login: Login) => (await there.call(authApi.info, {}, login)).code

  test('a logout on one is known on the other at once', async () => {
    const login = await here.login('operator')
    expect(await codeThere(login)).toBe(0)
    await here.call(authApi.logout, {}, login)
    // The clock stands still: only the message can have emptied what the other remembers.
    await expect.poll(() => codeThere(login)).toBe(1002)
  })

  test('a ticket of one opens the channel on the other, and a logout on one closes it there', async () => {
    const login = await here.login('operator')
    const { data } = await here.call(wsInfoApi.wsInfo, {}, login)
    const socket = new WebSocket(`${url}${data.url}?ticket=${encodeURIComponent(data.ticket)}`)
    await once(socket, 'open')
    socket.send('{"type":"subscribe","topics":["rooms"]}')
    expect(String((await once(socket, 'message'))[0])).toContain('subscribed')

    const heard = once(socket, 'message')
    here.platform.live.publish({ topic: 'rooms', org_id: 'o', event: 'room.removed', data: 'x' })
    expect(String((await heard)[0])).toContain('room.removed')

    const room = await buildRoom(here.platform)
    const seen = once(socket, 'message')
    here.app.rooms.feed.touch(room.id)
    expect(JSON.parse(String((await seen)[0]))).toMatchObject({
      event: 'rooms.changed',
      data: [{ room_code: room.room_code }],
    })

    const closed = once(socket, 'close')
    await here.call(authApi.logout, {}, login)
    expect((await closed)[0]).toBe(LIVE_CLOSE.forced)
  })

  test('who has a form open on one is heard on the other, until their channel breaks', async () => {
    const { room_code } = await buildRoom(here.platform)
    const topic = formTopic('room.update', room_code)
    const openOn = async (server: TestServer, at: string) => {
      const console = await new Consoles(server, at).openAs(await server.login('operator'))
      console.subscribe(topic)
      return console
    }
    const peopleIn = ({ frames }: Awaited<ReturnType<typeof openOn>>) =>
      frames.findLast((frame) => frame.type === 'event')?.data
    const [one, other] = [await openOn(here, await here.listen()), await openOn(there, url)]
    const somebody = { people: [{ name: expect.any(String) }], more: 0 }
    await expect.poll(() => peopleIn(one)).toMatchObject(somebody)
    await expect.poll(() => peopleIn(other)).toMatchObject(somebody)
    one.socket.terminate()
    await expect.poll(() => peopleIn(other)).toEqual({ people: [], more: 0 })
    other.socket.terminate()
  })
}
