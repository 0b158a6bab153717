import { beforeEach, expect, test } from 'vitest'
import type { StageHello, ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Sentence } from '#talk/queue.ts'
import { heardLog } from '#spool/spool.fixture.ts'
import { ManualTime } from '#time/manual-time.ts'
import type { Clip, Part } from './around.ts'
import type { Host } from './language.ts'
import { RoomStage, type Look } from './room-stage.ts'

let time: ManualTime
let stage: RoomStage
let told: string[]
let pictures: string[]
const shown = { room_name: '一号房', run_id: 'run-1', isOpen: true, isMuted: false }
const plain: Look = { scene: { layers: [] }, assets: {}, hash: null, names: {}, missing: [] }
let make: (text: string) => readonly Part[]

const clip = (text: string): Clip => ({
  text,
  sound: `/clips/${text}`,
  ms: 1_000,
  marks: null,
  via: 'embedded',
})
const made = (text: string): Part => ({ text, clip: Promise.resolve(clip(text)) })
const failing = (text: string): Part => ({ text, clip: Promise.reject(new Error('gone')) })
const never = (text: string): Part => ({ text, clip: new Promise(() => {}) })

beforeEach(() => {
  time = new ManualTime()
  told = []
  pictures = []
  make = (text) => [made(text)]
  stage = new RoomStage(shown, {
    time,
    log: heardLog().log,
    voice: {
      available: true,
      volumeOf: () => 1,
      direct: () => {},
      prepare: async () => {},
      speak: (text) => make(text),
    },
    changed: () => {},
    pictured: (jpeg) => void pictures.push(jpeg.toString('base64')),
  })
  stage.dress(plain)
})

/** A page as the stage meets it. */
class Page {
  readonly told: ToStage[] = []
  readonly host: Host
  closed: number | undefined

  constructor(page_id: string, of: Partial<StageHello> = {}) {
    const peer = {
      send: (frame: ToStage) => void this.told.push(frame),
      waiting: 0,
      heardAt: time.elapsed(),
      // It answers at once
      ping: () => void (peer.heardAt = time.elapsed()),
      close: (code: number) => {
        this.closed = code
      },
    }
    const hello = { token: 't', obs: null, gl: '', more: true, audio: 'ok', active: true } as const
    const host = stage.admit(peer, { type: 'hello', page_id, ...hello, ...of })
    if (typeof host === 'string') throw new Error(host)
    this.host = host
  }

  get isProgram(): boolean {
    return this.told.findLast((frame) => frame.type === 'role')?.is_program ?? false
  }

  get said(): string[] {
    return this.told.flatMap((frame) =>
      frame.type === 'say' ? [frame.text] : frame.type === 'hush' ? ['hush'] : [],
    )
  }

  began = () => this.host.frame({ type: 'began', speech_id: 'a' })
  ended = (rms = 0.1) => this.host.frame({ type: 'ended', speech_id: 'a', ms: 1_000, rms })
  state = (of: { active?: boolean; audio?: 'ok' | 'blocked' }) => {
    const numbers = { fps: 30, dropped: 0, label_visible: true, silent_s: 0 }
    this.host.frame({ type: 'state', active: true, audio: 'ok', ...of, ...numbers })
  }
}

const sentence = (text: string): Sentence => ({
  speech_id: 'a',
  event_id: null,
  node: null,
  cause: '',
  text,
  priority: 50,
  since: 0,
  expires_at: 60_000,
  isHeld: false,
  isNext: false,
  insert_id: null,
})

const say = (text = '谢谢') =>
  stage.say(sentence(text), {
    speaking: () => void told.push('speaking'),
    spoken: (played) =>
      void told.push(
        played ? `spoken ${played.via} ${played.heard ? 'heard' : 'unheard'}` : 'silent',
      ),
    failed: (why) => void told.push(`failed ${why}`),
    over: () => void told.push('over'),
  })

const settled = () => time.advance(0)

test('a page that plays it is told the clips and answers when it is heard', async () => {
  const page = new Page('one')
  expect(page.isProgram).toBe(true)
  say()
  await settled()
  expect(page.told.at(-1)).toMatchObject({ type: 'say', text: '谢谢', ms: 1_000 })
  page.began()
  page.ended()
  expect(told).toEqual(['speaking', 'spoken embedded heard', 'over'])
})

test('without a page a sentence takes its time in silence', async () => {
  say()
  expect(told).toEqual(['silent'])
  await time.advance(1_000)
  expect(told).toEqual(['silent', 'over'])
})

test('where no clip is made in time the subtitle alone says it', async () => {
  make = (text) => [never(text)]
  const page = new Page('one')
  say()
  await time.advance(4_000)
  expect(page.told.at(-1)).toMatchObject({ type: 'say', pieces: [] })
  page.began()
  page.ended(0)
  expect(told).toEqual(['speaking', 'spoken none unheard', 'over'])
})

test.each([
  ['does not begin', () => {}, 3_000, '画面没有开始播放'],
  ['does not end', (page: Page) => page.began(), 4_000, '画面没有播放完'],
])('a page that %s fails the sentence, and the next may begin', async (_, does, ms, why) => {
  const page = new Page('one')
  say()
  await settled()
  does(page)
  await time.advance(ms)
  expect(told.slice(-2)).toEqual([`failed ${why}`, 'over'])
  expect(page.said.at(-1)).toBe('hush')
})

test('the sentence of a page that has gone is said again by the next one', async () => {
  const first = new Page('one')
  const second = new Page('two', { audio: 'blocked' })
  expect(second.isProgram).toBe(false)
  say()
  await settled()
  first.began()
  first.host.closed()
  expect(second.said).toEqual(['谢谢'])
  second.began()
  second.ended(0)
  expect(told).toEqual(['speaking', 'spoken embedded unheard', 'over'])
})

test('a page that is loaded anew says it again; where none comes it goes on in silence', async () => {
  const page = new Page('one')
  say()
  await settled()
  page.began()
  page.host.closed()
  await time.advance(2_000)
  const again = new Page('one')
  expect(again.said).toEqual(['谢谢'])
  again.host.closed()
  await time.advance(3_000)
  expect(told).toEqual(['speaking', 'silent'])
  await time.advance(1_000)
  expect(told).toEqual(['speaking', 'silent', 'over'])
})

test('OBS takes over from a browser between two sentences', async () => {
  const browser = new Page('browser')
  say()
  await settled()
  browser.began()
  const obs = new Page('obs', { obs: '31.0.0' })
  expect([browser.isProgram, obs.isProgram]).toEqual([true, false])
  browser.ended()
  expect([browser.isProgram, obs.isProgram]).toEqual([false, true])
})

test('OBS that no longer shows it yields at once to the one that does', async () => {
  const shown = new Page('shown', { obs: '31.0.0' })
  const other = new Page('other', { obs: '31.0.0', active: false })
  say()
  await settled()
  shown.began()
  other.state({ active: true })
  expect(shown.isProgram).toBe(true)
  shown.state({ active: false })
  expect([shown.isProgram, other.isProgram]).toEqual([false, true])
  expect([shown.said, other.said]).toEqual([['谢谢', 'hush'], ['谢谢']])
})

test('among equals the newest is the program, and one that comes back is not newer for it', () => {
  const first = new Page('one')
  const second = new Page('two')
  expect([first.isProgram, second.isProgram]).toEqual([false, true])
  first.host.closed()
  const again = new Page('one')
  expect([again.isProgram, second.isProgram]).toEqual([false, true])
})

test('what is broken off is hushed and not told any more', async () => {
  const page = new Page('one')
  const drop = say()
  await settled()
  page.began()
  drop()
  page.ended()
  await time.advance(10_000)
  expect(page.said).toEqual(['谢谢', 'hush'])
  expect(told).toEqual(['speaking'])
})

test('of five tabs one speaks, however often they come and go', async () => {
  const tabs = Array.from({ length: 5 }, (_, index) => new Page(`t${index}`))
  say()
  await settled()
  expect(tabs.map(({ said }) => said.length)).toEqual([0, 0, 0, 0, 1])
  tabs[4]?.began()
  tabs[4]?.host.closed()
  tabs[3]?.host.closed()
  expect(tabs.slice(0, 3).map(({ said }) => said.length)).toEqual([0, 0, 1])
  expect(tabs.slice(0, 3).map(({ isProgram }) => isProgram)).toEqual([false, false, true])
})

test('a ninth page is not let in, and all go where the link is another one', () => {
  const pages = Array.from({ length: 8 }, (_, index) => new Page(`p${index}`))
  expect(() => new Page('p8')).toThrow('一个直播间最多打开8个画面')
  stage.dismiss()
  expect(pages.map(({ closed }) => closed)).toEqual(Array.from({ length: 8 }, () => 4403))
})

test('what viewers see is pictured by the program, and only on air', () => {
  const one = new Page('one')
  const two = new Page('two')
  one.host.frame({ type: 'thumb', jpeg: '/9j/1111' })
  two.host.frame({ type: 'thumb', jpeg: '/9j/2222' })
  expect(pictures).toEqual(['/9j/2222'])
  stage.direct({ ...shown, run_id: null })
  two.host.frame({ type: 'thumb', jpeg: '/9j/3333' })
  expect(pictures).toEqual(['/9j/2222'])
})

test('muted: the page is told so, and a sentence that it plays is not heard', async () => {
  const page = new Page('one')
  stage.direct({ ...shown, isMuted: true })
  expect(page.told.at(-1)).toEqual({ type: 'muted', muted: true })
  say()
  await settled()
  page.began()
  page.ended(0.1)
  expect(told).toEqual(['speaking', 'spoken embedded unheard', 'over'])
  expect(stage.report('', null).trouble).toBeNull()
})

test('a voice that fails three times is down: subtitles alone, until a sentence is tried again and heard', async () => {
  const page = new Page('one')
  const speak = async (rms: number) => {
    say()
    await settled()
    page.began()
    page.ended(rms)
  }
  await speak(0.1)
  make = (text) => [failing(text)]
  for (let i = 0; i < 3; i++) await speak(0)
  expect(stage.report('', null).trouble).toBe('voice_down')
  // Tried once more, and then each 30 seconds
  await speak(0)
  make = (text) => [made(text)]
  told = []
  await speak(0)
  expect(told).toEqual(['speaking', 'spoken none unheard', 'over'])
  await time.advance(30_000)
  told = []
  await speak(0.1)
  expect(told).toEqual(['speaking', 'spoken embedded heard', 'over'])
  expect(stage.report('', null).trouble).toBeNull()
})

/** A sentence of three pieces, of which a test makes each. */
function inPieces() {
  const give: ((clip: Clip) => void)[] = []
  make = () =>
    ['一。', '二。', '三。'].map((text, at) => ({
      text,
      clip: new Promise((resolve) => void (give[at] = resolve)),
    }))
  return (at: number, via: Clip['via'] = 'server') =>
    give[at]?.({ ...clip('一二三'[at] + '。'), via })
}
const piecesOf = (page: Page) =>
  page.told.flatMap((frame) =>
    frame.type === 'say' || frame.type === 'more' ? [frame.pieces.map(({ text }) => text)] : [],
  )

test('the first piece plays before the rest is made', async () => {
  const give = inPieces()
  const page = new Page('one')
  say('一。二。三。')
  give(0)
  await settled()
  expect(page.told.at(-1)).toMatchObject({ type: 'say', of: 3, pieces: [{ text: '一。' }] })
  page.began()
  // It waits for us, not we for it
  await time.advance(4_000)
  give(1)
  await settled()
  give(2, 'embedded')
  await settled()
  expect(piecesOf(page)).toEqual([['一。'], ['二。'], ['三。']])
  page.ended()
  expect(told).toEqual(['speaking', 'spoken embedded heard', 'over'])
})

test('a piece that is not made is only shown, and the sentence goes on', async () => {
  make = () => [made('一。'), failing('二。'), made('三。')]
  const page = new Page('one')
  say('一。二。三。')
  await settled()
  page.began()
  expect(piecesOf(page)).toEqual([['一。'], ['二。'], ['三。']])
  expect(page.told.at(-2)).toMatchObject({ type: 'more', pieces: [{ text: '二。', url: '' }] })
  page.ended()
  expect(told).toEqual(['speaking', 'spoken embedded heard', 'over'])
})

test('a page that is loaded anew gets what is made, and then the rest; one of before all at once', async () => {
  const give = inPieces()
  const first = new Page('one')
  say('一。二。三。')
  give(0)
  await settled()
  first.began()
  first.host.closed()
  const again = new Page('one')
  expect(again.told.at(-1)).toMatchObject({ type: 'say', of: 3, pieces: [{ text: '一。' }] })
  again.host.closed()
  const before = new Page('old', { more: undefined })
  give(1)
  await settled()
  expect(piecesOf(before)).toEqual([])
  give(2)
  await settled()
  expect(piecesOf(before)).toEqual([['一。', '二。', '三。']])
  before.began()
  before.ended()
  expect(told).toEqual(['speaking', 'spoken server heard', 'over'])
})

test('of a page that goes silent after the last piece the sentence fails', async () => {
  make = () => [made('一。'), made('二。')]
  const page = new Page('one')
  say('一。二。')
  await settled()
  page.began()
  await time.advance(5_000)
  expect(told.slice(-2)).toEqual(['failed 画面没有播放完', 'over'])
})
