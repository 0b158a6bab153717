import { expect, test } from 'vitest'
import { bundleOf, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle, type RoomProgram } from './bundle.ts'
import type { Decision } from './decision.ts'
import { RoomRules } from './engine.ts'
import { giftEvent, ruleSet, say, son } from './fixture.ts'
import { Replay } from './replay.ts'
import { TapePlayer, type Supplies, type TapeInput, type TapePart } from './tape.ts'
import { END_LINE, headLine, inputLine, readPart } from './tape.text.ts'

const cooldown = { ms: 10_000, scope: 'user', on_hit: 'merge' } as const
const usual = ruleSet({ children: [son({ actions: say('谢谢', '感谢'), policy: { cooldown } })] })
const often = ruleSet({ children: [son({ actions: say('谢谢', '感谢') })] })

const programOf = (set: RuleSet, hash: string): RoomProgram => ({
  ...compileBundle(bundleOf([unchanged(set)])).rules,
  hash,
})
const by = (set: RuleSet): Supplies => ({
  rules: () => programOf(set, 'a'),
  screen: () => undefined,
})

/** A room that is given a gift every two seconds, for so long. */
function record(seconds: number): { parts: TapePart[]; lived: Decision[] } {
  let inputs: TapeInput[] = []
  const room = new RoomRules({ trace: false, tape: (input) => inputs.push(input) })
  room.use(programOf(usual, 'a'), 0)
  const parts: TapePart[] = []
  const lived: Decision[] = []
  const begin = () => {
    const head = { bundle: 'a', words: null, state: structuredClone(room.snapshot()) }
    inputs = []
    parts.push({ head, inputs, isJoined: parts.length > 0 })
  }
  begin()
  room.open('run', 0)
  for (let now = 0; now < seconds * 1_000; now += 1_000) {
    if (now === 30_000) begin()
    if (now % 2_000 === 0) lived.push(...room.happen(giftEvent({}, `g${now}`), { now }))
    lived.push(...room.tick({ now }))
  }
  return { parts, lived }
}

const plain = (decisions: readonly Decision[]) =>
  decisions.map(({ outcome, text, event_id }) => ({ outcome, text, event_id }))

test('a tape played again is what was decided, from its beginning and from its second part', () => {
  const { parts, lived } = record(60)
  const player = new TapePlayer(by(usual))
  const again = parts.flatMap((part) => {
    player.begin(part, 0)
    return part.inputs.flatMap((input) => player.put(input))
  })
  expect(plain(again)).toEqual(plain(lived))
  const [, second] = parts
  if (!second) throw new Error('one part')
  const late = new TapePlayer(by(usual))
  late.begin({ ...second, isJoined: false }, 30_000)
  const from30 = second.inputs.flatMap((input) => late.put(input))
  expect(plain(from30)).toEqual(plain(lived).slice(-from30.length))
})

test('by other rules it says what came, what went and how long all of it takes', () => {
  const { parts } = record(60)
  const told = () => {
    const replay = new Replay(by(usual), by(often))
    for (const part of parts) replay.play(part)
    return replay.told
  }
  const { events, fresh, list, before, after, nodes, has_gap } = told()
  expect(events).toBe(30)
  expect(after.sentences).toBe(30)
  expect(before.sentences).toBeLessThan(after.sentences)
  expect(fresh).toBeGreaterThan(0)
  expect(list.length).toBeGreaterThanOrEqual(fresh)
  const fired = nodes.map((node) => node.after.fired)
  expect(fired).toContain(30)
  expect(has_gap).toBe(false)
  expect(JSON.stringify(told())).toBe(JSON.stringify(told()))
})

test('a gap between two parts is told', () => {
  const { parts } = record(60)
  const replay = new Replay(by(usual), by(usual))
  for (const part of parts) replay.play({ ...part, isJoined: false })
  expect(replay.told).toMatchObject({ has_gap: true, gone: 0, fresh: 0, altered: 0 })
})

test('a part is a text of lines; half a line at its end is left out, and it is not whole', () => {
  const { parts } = record(2)
  const [part] = parts
  if (!part) throw new Error('no part')
  const lines = [headLine(part.head, null), ...part.inputs.map(inputLine)]
  const whole = readPart([...lines, END_LINE, ''].join('\n'), undefined)
  expect(whole).toEqual({ part: { ...part, isJoined: false }, isWhole: true })
  const cut = readPart([...lines, '{"do":"ti'].join('\n'), { key: '1', isWhole: true })
  expect(cut).toEqual({ part: { ...part, isJoined: false }, isWhole: false })
  const next = readPart([headLine(part.head, '1'), END_LINE].join('\n'), {
    key: '1',
    isWhole: true,
  })
  expect(next.part.isJoined).toBe(true)
  expect(() => readPart([lines[0], 'rubbish', lines[1]].join('\n'), undefined)).toThrow('line 2')
})
