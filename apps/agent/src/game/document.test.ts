import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import { EMPTY_CATALOGUE, type Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import { giftOf } from '#rooms/event.fixture.ts'
import { freshFolder } from '#spool/spool.fixture.ts'
import { answering, bundleWith, playing, ROOM, sayThat } from './link.fixture.ts'

const DOCUMENT = new URL('../../../../docs/game-link.md', import.meta.url)

/** What the document's game declares: one event, one variable. */
const catalogue: Catalogue = {
  ...EMPTY_CATALOGUE,
  events: [
    {
      key: 'game.ten_pulls',
      label: '十下',
      variables: [{ key: 'ev.pulls', label: '下数', type: DataType.number }],
    },
  ],
  vars: [
    {
      key: 'pulls',
      name: '下数',
      var_type: 1,
      data_type: 0,
      calc: 0,
      scope: 'room',
      reset: 'never',
      default: 0,
    },
  ],
}

test('the game that stands in the document plays: commands, an event that is said, a variable', async () => {
  const text = await readFile(DOCUMENT, 'utf8')
  const code = /```js\n(.*?)```/s.exec(text)?.[1] ?? ''
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(60)
  const file = join(await freshFolder(), 'game.mjs')
  await writeFile(file, code)

  const set = answering('game.ten_pulls', sayThat('{{ev.user.name}}拉到{{ev.pulls}}下，{{pulls}}'))
  const { stage, desk, room } = await playing(bundleWith([set], { catalogue }))
  const { game } = await desk.tokensOf(ROOM)
  const env = {
    ...process.env,
    KAIBO_GAME_URL: desk.origin,
    KAIBO_GAME_TOKEN: game,
    KAIBO_GAME_ROOM: ROOM,
  }
  const child = spawn(process.execPath, [file], { env, stdio: 'inherit' })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await room.stop('now')
    await desk.close()
  })
  await expect.poll(() => room.report().game?.state).toBe('connected')
  const { gift, ...event } = giftOf(100, { event_id: 'g1' })
  stage.happen({ ...event, gift: gift && { ...gift, name: '小心心', count: 10 } })
  await expect.poll(() => stage.spoken()).toEqual(['观众甲拉到10下，10'])
  const cmds = () => stage.spooled.flatMap((item) => (item.type === 'cmd' ? [item.state] : []))
  await expect.poll(cmds).toEqual(['done'])
})
