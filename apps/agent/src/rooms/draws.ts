import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { LotteryItem } from '@kaibo/contract/agent/lottery-item.schema.ts'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { fold } from '@kaibo/contract/kernel/fold.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import { MAX_ENTRANTS, winnersOf } from '@kaibo/contract/live/lottery.rules.ts'
import { Lottery, LotteryCondition } from '@kaibo/contract/live/lottery.schema.ts'
import * as z from 'zod/mini'
import { readJson } from '#disk/json-file.ts'
import { KeptFile } from '#disk/kept-file.ts'
import type { Log } from '#log/log.ts'
import type { Line } from '#talk/anchor.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'

/** What a room has of its draws on the disk is no older. */
const SAVE_MS = 500
const MINUTE_MS = 60_000
const PRIORITY = 95
/** So long the winners are worth saying. */
const WINNERS_TTL_MS = 600_000
/** So many winners are said by name. */
const NAMED = 10
/** Of all names and numbers together: what is told of a draw fits into one frame. */
const MAX_LENGTH = 200_000
/** Of the seed's hash so much is said aloud. */
const SAID = 6
const CAUSE = '福袋'

const Entrant = z.object({ open_id: z.string(), nickname: z.string() })
type Entrant = z.infer<typeof Entrant>

const Open = z.object({
  number: z.int(),
  seed: z.string(),
  opened_at: z.int(),
  closes_at: z.int(),
  lottery: Lottery,
  entrants: z.array(Entrant),
})
type Open = z.infer<typeof Open>

/** As it is kept: of which run, how many there were, since when the next is waited for. */
const Kept = z.object({
  run_id: z.string(),
  number: z.int(),
  since: z.int(),
  open: z.nullable(Open),
})

export interface DrawsOptions {
  folder: string
  time: Time
  clock: Pick<ServerClock, 'now'>
  log: Log
  room_code: string
  run_id: string
  spool: (item: SpoolItem) => void
  /** Writes the spooled items to the disk; answers whether that succeeded. */
  flush: () => Promise<boolean>
  /** What the account's room draws for; nothing where it does not. */
  lottery: () => Lottery | undefined
  /** Viewers hear what the anchor says now. */
  isHeard: () => boolean
  /** What of a text is shown to people; nothing of one that nobody is to see. */
  screen: (text: string) => string | undefined
  say: (line: Line) => void
  note: (level: 'info' | 'warn', said: Words) => void
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Draws among the viewers of one run: opened by the clock, and drawn when their time is over, whatever happens to this program meanwhile. */
export class Draws {
  readonly #options: DrawsOptions
  readonly #file: KeptFile
  #number: number
  #since: number
  #open: Open | null
  /** Nobody takes part in it any more. */
  #closed: Open | undefined
  #known: Set<string>
  #length: number
  /** The prize or word of which it was said that it is forbidden. */
  #refused: string | undefined

  private constructor(options: DrawsOptions, kept: z.infer<typeof Kept> | undefined) {
    this.#options = options
    const { folder, room_code, run_id, time, log, flush } = options
    this.#number = kept?.number ?? 0
    this.#since = kept?.since ?? options.clock.now()
    this.#open = kept?.open ?? null
    this.#known = new Set(this.#open?.entrants.map(({ open_id }) => open_id))
    this.#length = this.#open?.entrants.reduce((sum, one) => sum + lengthOf(one), 0) ?? 0
    const value = () => ({ run_id, number: this.#number, since: this.#since, open: this.#open })
    const path = pathOf(folder, room_code)
    this.#file = new KeptFile({ path, value, ms: SAVE_MS, time, log, before: flush })
  }

  /** Goes on with what a process before this one had opened in the same run. */
  static async load(options: DrawsOptions): Promise<Draws> {
    const { data } = z.safeParse(Kept, await readJson(pathOf(options.folder, options.room_code)))
    const draws = new Draws(options, data?.run_id === options.run_id ? data : undefined)
    // Perhaps it was kept and not told any more; told twice, it is one.
    if (draws.#open) draws.#spool(draws.#open, [])
    draws.#file.touch()
    return draws
  }

  /** Somebody did something in the room. */
  heard(event: LiveEvent): void {
    const open = this.#open
    const { user } = event
    if (!open || !user || event.is_ai || event.is_test) return
    if (this.#options.clock.now() >= open.closes_at) return
    if (!takesPart(event, open.lottery) || this.#known.has(user.open_id)) return
    const entrant = { open_id: user.open_id, nickname: user.nickname }
    const length = this.#length + lengthOf(entrant)
    if (open.entrants.length >= MAX_ENTRANTS || length > MAX_LENGTH) return
    this.#known.add(user.open_id)
    this.#length = length
    open.entrants.push(entrant)
    this.#file.touch()
  }

  /** To be called about once a second. */
  tick(): void {
    const now = this.#options.clock.now()
    if (this.#open) {
      if (now >= this.#open.closes_at) void this.#drawKept(this.#open)
      return
    }
    const lottery = this.#options.lottery()
    if (lottery?.enabled !== OpenStatus.open) return
    const isDue = now >= this.#since + lottery.every_min * MINUTE_MS
    if (isDue && this.#options.isHeard() && this.#mayBeSaid(lottery)) this.#begin(lottery, now)
  }

  /** Of a run that is over, what is open is drawn: it was promised. Else it waits for the next process. */
  async close(isRunOver: boolean): Promise<void> {
    await this.#file.save()
    if (!isRunOver || !this.#open) return
    this.#end(this.#open)
    await this.#file.save()
  }

  #mayBeSaid({ prize, word }: Lottery): boolean {
    const { screen, note } = this.#options
    const isFine = [prize, word].every((text) => screen(text) === text)
    const key = JSON.stringify([prize, word])
    if (!isFine && this.#refused !== key)
      note(
        'warn',
        words(
          '福袋的奖品或口令含有敏感词，没有开启',
          'The prize or word of the lucky bag is forbidden; it was not opened',
        ),
      )
    this.#refused = isFine ? undefined : key
    return isFine
  }

  #begin(lottery: Lottery, now: number): void {
    const seed = randomBytes(32).toString('hex')
    const closes_at = now + lottery.seconds * 1_000
    this.#number += 1
    this.#since = now
    this.#known = new Set()
    this.#length = 0
    const open = { number: this.#number, seed, opened_at: now, closes_at, lottery, entrants: [] }
    this.#open = open
    // Told only when it is on the disk: nobody could end a draw whose seed is lost.
    void this.#file.save().then((isKept) => (isKept ? this.#tell(open) : this.#giveUp(open)))
  }

  #tell(open: Open): void {
    if (this.#open !== open) return
    this.#spool(open, [])
    const { seconds, winners, prize } = open.lottery
    const code = sha256(open.seed).slice(0, SAID).toUpperCase()
    this.#say(
      `福袋来啦！${howOf(open.lottery)}就能参与，${seconds}秒后抽${winners}位，奖品是${prize}。本轮校验码${code}。`,
      seconds * 1_000,
    )
  }

  #giveUp(open: Open): void {
    if (this.#open === open) this.#open = null
  }

  /** When all who take part are on the disk: a process that is killed from now on is followed by one that draws the same winners. */
  async #drawKept(open: Open): Promise<void> {
    if (this.#closed === open) return
    this.#closed = open
    await this.#file.save()
    if (this.#open === open) this.#draw(open)
  }

  #draw(open: Open): void {
    const { lottery, entrants } = open
    const won = this.#end(open)
    const nicknames = new Map(entrants.map(({ open_id, nickname }) => [open_id, nickname]))
    const names = won.slice(0, NAMED).map((open_id) => this.#shown(nicknames.get(open_id) ?? ''))
    const more = won.length > NAMED ? `等${won.length}位` : ''
    this.#say(
      won.length === 0
        ? '本轮福袋没有人参与，我们下一轮再来。'
        : `福袋开奖啦！恭喜${names.join('、')}${more}，获得${lottery.prize}！`,
      WINNERS_TTL_MS,
    )
  }

  /** Who wins, which the server is told. */
  #end(open: Open): string[] {
    const { seed, entrants, lottery } = open
    const ids = entrants.map(({ open_id }) => open_id)
    const won = winnersOf({ seed, entrants: ids, winners: lottery.winners }, sha256)
    this.#open = null
    this.#spool(open, won, { seed, entrants })
    void this.#file.save()
    return won
  }

  /** A name with a forbidden word is not said. */
  #shown(name: string): string {
    return name !== '' && this.#options.screen(name) === name ? name : '观众'
  }

  #say(text: string, ttl_ms: number): void {
    const own = { priority: PRIORITY, event_id: null, node: null, cause: CAUSE }
    this.#options.say({ ...own, text, ttl_ms })
  }

  #spool(open: Open, won: string[], end?: Pick<LotteryItem, 'seed' | 'entrants'>): void {
    const { room_code, run_id, clock, spool } = this.#options
    const { number, seed, opened_at, closes_at, lottery } = open
    const { prize, condition, word, winners } = lottery
    const { seed: told, entrants } = end ?? { seed: null, entrants: [] }
    const of = { type: 'lottery', room_code, run_id, at: clock.now(), number } as const
    const drawn = { seed_hash: sha256(seed), seed: told, entrants, won }
    spool({ ...of, prize, condition, word, winners, opened_at, closes_at, ...drawn })
  }
}

const pathOf = (folder: string, room_code: string) => join(folder, `${room_code}.draws.json`)

const lengthOf = ({ open_id, nickname }: Entrant): number => open_id.length + nickname.length

function takesPart({ kind, text }: LiveEvent, { condition, word }: Lottery): boolean {
  if (kind === 'game' || kind === 'live_start' || kind === 'live_end') return false
  if (condition === LotteryCondition.follow) return kind === 'follow'
  if (condition === LotteryCondition.danmu)
    return kind === 'danmu' && text !== undefined && fold(text).includes(fold(word) || word)
  return true
}

const howOf = ({ condition, word }: Lottery): string =>
  condition === LotteryCondition.follow
    ? '关注主播'
    : condition === LotteryCondition.danmu
      ? `发送“${word}”`
      : '在直播间发弹幕、点赞或送礼'
