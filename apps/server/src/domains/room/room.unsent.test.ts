import { afterAll, beforeAll, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { heartbeatOf, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRun } from '@kaibo/testkit/build/on-air.build.ts'
import { buildStudio, comeBack } from '@kaibo/testkit/build/room.build.ts'
import { listen } from '@kaibo/testkit/listen.ts'

let server: TestServer
let url: string
let operator: Login
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

const beat = (agent: TestAgent, unsent: Readonly<Record<string, number>> | undefined) => {
  const money_unsent =
    unsent && Object.entries(unsent).map(([run_id, items]) => ({ run_id, items }))
  agent.send(heartbeatOf(server.clock.now(), { ...(money_unsent && { money_unsent }) }))
}

/** The room's last run ended this moment, as the room and the list of runs show it. */
async function ended(org_id = 'default') {
  const studio = await buildStudio(server.platform, url, { room: { org_id } })
  const at = server.clock.now()
  const run = await buildRun(server.platform, studio.room, { ended_at: at })
  await server.db.query
    .updateTable('room')
    .set({ run_id: run.run_id, state: 'ended' })
    .where('id', '=', studio.room.id)
    .execute()
  const { room_code } = studio.room
  const shown = async () => [
    (await server.call(roomApi.info, { room_code }, operator)).data.run?.money_unsent,
    (await server.call(incomeApi.live, { room_code }, operator)).data.list[0]?.money_unsent,
  ]
  return { ...studio, run, shown }
}

test('an ended run says how much of its money the PC holds still, until that is nothing', async () => {
  const { agent, run, shown } = await ended()
  expect(await shown()).toEqual([0, 0])
  beat(agent, { [run.run_id]: 7 })
  await expect.poll(shown).toEqual([7, 7])
  beat(agent, { [run.run_id]: 3 })
  await expect.poll(shown).toEqual([3, 3])
  beat(agent, {})
  await expect.poll(shown).toEqual([0, 0])
  agent.kill()
})

test('a PC that is away, or does not count, changes nothing of it; one that returns says it anew', async () => {
  const { agent, run, shown, pc } = await ended()
  beat(agent, { [run.run_id]: 7 })
  await expect.poll(shown).toEqual([7, 7])
  beat(agent, undefined)
  agent.kill()
  const again = await comeBack(server.platform, url, pc)
  expect(await shown()).toEqual([7, 7])
  beat(again, {})
  await expect.poll(shown).toEqual([0, 0])
  again.kill()
})

test('of a run on air nothing is said, nor by a PC of another’s run', async () => {
  const [one, other] = [await ended(), await ended()]
  const onAir = await buildRun(server.platform, one.room)
  beat(other.agent, { [one.run.run_id]: 9, [other.run.run_id]: 2 })
  await expect.poll(other.shown).toEqual([2, 2])
  beat(one.agent, { [onAir.run_id]: 5, [one.run.run_id]: 1 })
  await expect.poll(one.shown).toContain(1)
  const runs = server.db.query.selectFrom('run').select('money_unsent')
  expect(await runs.where('run_id', '=', onAir.run_id).execute()).toEqual([{ money_unsent: 0 }])
  one.agent.kill()
  other.agent.kill()
})

test('consoles that watch the room see it change', async () => {
  const { agent, run, room } = await ended()
  const topic = `room:${room.room_code}`
  const console = await listen(server, url, operator, [topic])
  beat(agent, { [run.run_id]: 4 })
  await expect
    .poll(() => console.events())
    .toContainEqual(
      expect.objectContaining({
        topic,
        data: expect.objectContaining({
          run: expect.objectContaining({ money_unsent: 4 }) as object,
        }) as object,
      }),
    )
  console.close()
  agent.kill()
})
