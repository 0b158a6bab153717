import type { TestServer } from '@kaibo/testkit/boot.ts'
import { nothing, type DomainSamples, type Sample } from '@kaibo/testkit/rights.ts'
import { adding, asStudio, lead, stored, studioGame } from './game.fixture.ts'

let added = 0
/** None is a part of another, by which the matrix would take one for the other. */
const numbered = () => `第${++added}个`

/** A game with an event and a variable. */
async function gameOf(server: TestServer, org_id: string) {
  const game = await studioGame(server, org_id)
  const add = adding(server, await server.login('admin'))
  const { data: event } = await add.event({ ...lead(game.game_id), name: `反超${numbered()}` })
  const { data: variable } = await add.variable({
    ...stored(game.game_id, 'red'),
    name: `红队${numbered()}`,
  })
  return { ...game, event, variable }
}
type Made = Awaited<ReturnType<typeof gameOf>>

/** A call on a game of the caller's studio, and the same on one of another. */
const onGame = (input: (made: Made) => object): Sample => ({
  as: 'studio',
  input: async ({ server, org_id }) => input(await gameOf(server, org_id)),
  foreign: async ({ server, foreign }) => input(await gameOf(server, foreign.room.org_id)),
})

const DRIVE = { list: [], idle_s: 30, quiet: [] }

export const gameSamples: DomainSamples = {
  async rows(server, org_id) {
    const { game_id, name, event, variable } = await gameOf(server, org_id)
    return [game_id, name, event.event_id, event.name, variable.var_id, variable.name]
  },
  calls: {
    'game.list': { ...nothing, as: 'studio' },
    'game.info': onGame(({ game_id }) => ({ game_id })),
    // A game is of the studio whose people make it
    'game.add': {
      as: 'studio',
      async input({ server, org_id }) {
        await asStudio(server, org_id)
        return { name: `新游戏${numbered()}` }
      },
      foreign: 'names no row',
    },
    'game.update': onGame(({ game_id, version }) => ({ game_id, version, icon: '🪢' })),
    'game.events': onGame(({ game_id }) => ({ game_id })),
    'game.addEvent': onGame(({ game_id }) => ({ game_id, key: 'near_win', name: '快赢了' })),
    'game.updateEvent': onGame(({ event }) => ({
      event_id: event.event_id,
      version: event.version,
      name: '领先换人',
    })),
    'game.deleteEvent': onGame(({ event: { event_id } }) => ({ event_id })),
    'game.enableEvent': onGame(({ event: { event_id } }) => ({ event_id, enabled: 0 })),
    'game.saveStatus': onGame(({ game_id, version, event: { event_id } }) => ({
      game_id,
      version,
      rows: [{ event_id, only_in: ['playing'] }],
    })),
    'game.saveDrive': onGame(({ game_id, version }) => ({ game_id, version, ...DRIVE })),
    'game.vars': { ...nothing, as: 'studio' },
    'game.addVar': onGame(({ game_id }) => stored(game_id, 'blue')),
    'game.updateVar': onGame(({ variable: { var_id, version } }) => ({
      var_id,
      version,
      name: '红队力气',
    })),
    'game.deleteVar': onGame(({ variable: { var_id } }) => ({ var_id })),
    'game.tryVar': onGame(({ game_id }) => ({ ...stored(game_id, 'gap'), values: {} })),
  },
}
