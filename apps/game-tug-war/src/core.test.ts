import { expect, test } from 'vitest'
import { act, newGame, pictureOf, tick, varsOf, type Act, type Game, type News } from './core.ts'

const who = (open_id: string) => ({ open_id, nickname: `观众${open_id}` })
const pull = (open_id: string, power = 1): Act => ({ do: 'pull', who: who(open_id), power })
const join = (open_id: string, camp: 'red' | 'blue'): Act => ({
  do: 'join',
  who: who(open_id),
  camp,
})
const keys = (news: readonly News[]) =>
  news.map((one) => (one.say === 'event' ? one.key : one.say === 'status' ? one.status : one.say))

/** Two camps of one each, in a round that began at 0. */
function played(): Game {
  const game = newGame()
  act(game, join('r', 'red'), 0)
  act(game, join('b', 'blue'), 0)
  return game
}

test('the first who does something begins a round; nobody changes sides within it', () => {
  const game = newGame()
  expect(keys(act(game, join('r', 'red'), 0))).toEqual(['start', 'camp_join'])
  expect(keys(act(game, join('r', 'blue'), 1))).toEqual([])
  expect(game.sides.red.heads).toBe(1)
})

test('who chose no camp helps the weaker one', () => {
  const game = played()
  act(game, pull('r', 10), 1)
  act(game, pull('x'), 2)
  expect(game.players.get('x')?.camp).toBe('blue')
})

test('the rope goes to whoever pulls: a change of the lead, nearly won, won', () => {
  const game = played()
  expect(keys(act(game, pull('r', 5), 1))).toEqual([])
  expect(keys(act(game, pull('b', 10), 2))).toEqual(['lead_change', 'mvp_change'])
  expect(keys(act(game, pull('b', 80), 3))).toEqual(['near_win'])
  expect(keys(act(game, pull('b', 1), 4))).toEqual([])
  const end = act(game, pull('b', 20), 5)
  expect(keys(end)).toEqual(['end', 'settling'])
  expect(end[0]).toMatchObject({ winner: 'blue', scores: { red: 5, blue: 111 } })
})

test('more players share the rope', () => {
  const few = played()
  const many = played()
  for (let i = 0; i < 98; i++) act(many, join(`m${i}`, i % 2 ? 'red' : 'blue'), 0)
  for (const game of [few, many]) act(game, pull('r', 10), 1)
  expect([few.rope, many.rope]).toEqual([10, 1])
})

test('beer doubles ten seconds, a balloon freezes the others five', () => {
  const game = played()
  act(game, { do: 'boost', who: who('r'), seconds: 10 }, 0)
  act(game, pull('r', 3), 9_999)
  expect(game.rope).toBe(6)
  act(game, pull('r', 3), 10_000)
  expect(game.rope).toBe(9)
  act(game, { do: 'freeze', who: who('b'), seconds: 5 }, 20_000)
  act(game, pull('r', 3), 24_999)
  expect(game.rope).toBe(9)
  act(game, pull('r', 3), 25_000)
  expect(game.rope).toBe(12)
  expect(pictureOf(game, 24_000).red.frozen).toBe(true)
})

test('ten likes pull once', () => {
  const game = played()
  for (let i = 0; i < 9; i++) act(game, { do: 'like', who: who('r'), count: 1 }, 1)
  expect(game.rope).toBe(0)
  act(game, { do: 'like', who: who('r'), count: 12 }, 1)
  expect(game.rope).toBe(2)
})

test('after two minutes whoever is ahead has won; ten seconds later another round may begin', () => {
  const game = played()
  act(game, pull('r', 5), 1)
  expect(keys(tick(game, 119_999))).toEqual([])
  expect(keys(tick(game, 120_000))).toEqual(['end', 'settling'])
  expect(keys(act(game, pull('r'), 125_000))).toEqual([])
  expect(keys(tick(game, 130_000))).toEqual(['idle'])
  expect(keys(act(game, join('b', 'blue'), 140_000))).toEqual(['start', 'camp_join'])
  act(game, join('r', 'red'), 140_001)
  act(game, pull('r', 5), 140_002)
  tick(game, 260_000)
  expect(varsOf(game, 260_000)).toEqual({ red: 5, blue: 0, gap: 5, left_s: 10, streak: 2 })
})

test('a draw ends a streak', () => {
  const game = played()
  act(game, pull('r', 5), 1)
  tick(game, 120_000)
  tick(game, 130_000)
  act(game, join('r', 'red'), 131_000)
  expect(tick(game, 251_000)[0]).toMatchObject({ say: 'end', winner: null })
  expect(game.streak).toEqual({ camp: null, rounds: 0 })
})
