import type { DesiredRoom, LiveState, ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { asIs, words } from '@kaibo/contract/kernel/words.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { QueueOrder, Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import { ROOM_START, ROOM_STOP } from '@kaibo/contract/talk/talk.events.ts'
import { partOf, type Wanted } from '@kaibo/rules/state-part.ts'
import type { GameRoom } from '#game/around.ts'
import { Anchor } from '#talk/anchor.ts'
import { Answers } from './answers.ts'
import { DecisionLog } from './decision-log.ts'
import { Feed } from './feed.ts'
import { Intake } from './intake.ts'
import { Memory } from './memory.ts'
import { OnStage } from './on-stage.ts'
import { PlatformEnd } from './platform-end.ts'
import { Play } from './play.ts'
import type { ActualRoom, StopMode } from './reconcile.ts'
import { RuleSupply } from './rule-supply.ts'
import { isHeard, reportOf } from './room-report.ts'
import { ScriptReader } from './script-reader.ts'
import { StopWatch } from './stop-watch.ts'
import type { Surroundings } from './surroundings.ts'
import { Tape } from './tape.ts'
import { Teller } from './teller.ts'
import { WordSupply } from './word-supply.ts'

/** How often the rules are asked for answers that have waited for a cooldown. */
const TICK_MS = 1_000

/** One room on air: events come in, go up to the ledger and through the rules, and what the rules say is spoken. */
export class Room {
  /** What people and rules have its stage do beside speaking. */
  readonly onStage: OnStage
  readonly #around: Surroundings
  readonly #anchor: Anchor
  readonly #decisions: DecisionLog
  readonly #teller: Teller
  readonly #supply: RuleSupply
  readonly #words: WordSupply
  readonly #tape: Tape
  readonly #play = new Play()
  readonly #feed: Feed
  readonly #stopWatch: StopWatch
  readonly #script: ScriptReader
  readonly #answers: Answers
  readonly #intake: Intake
  #desired: DesiredRoom
  #memory: Memory | undefined
  #phase: ActualRoom['phase'] = 'running'
  #stopMode: StopMode | undefined
  /** It has been told to stop, not only ended by itself. */
  #isStopped = false
  #error: string | null = null
  readonly #platformEnd: PlatformEnd
  #cancelTick: () => void = () => {}

  constructor(desired: DesiredRoom, around: Surroundings) {
    this.#desired = desired
    this.#around = around
    const address = () => this.#address
    this.#teller = new Teller({ ...around, over: (id) => this.onStage.over(id) }, address)
    const { note } = this.#teller
    this.#tape = new Tape({ ...around, address, note, memory: () => this.#memory })
    this.#supply = new RuleSupply({
      packs: around.packs,
      clock: around.clock,
      note: (said) => note('error', said),
      used: (bundle) => {
        this.#play.use(bundle)
        this.onStage.use(bundle)
      },
    })
    this.#words = new WordSupply({
      packs: around.packs,
      found: (...hit) => this.#decisions.hit(...hit),
      tape: this.#tape.hear,
    })
    this.#feed = new Feed({
      sourceFor: around.sourceFor,
      isRunning: () => this.#phase === 'running',
      event: (event) => this.#intake.happened(event),
      connected: () => this.#begin(),
      changed: around.changed,
      failed: (reason) => this.#fail(reason),
      note,
    })
    this.#decisions = new DecisionLog({ ...around, room: address })
    this.#platformEnd = new PlatformEnd(around.time, () => this.#end())
    const mouth = around.stages?.mouthOf(desired.room_code)
    this.#anchor = new Anchor(around.time, this.#teller.speech, mouth)
    this.onStage = new OnStage(around, desired.room_code, this.#anchor, this.#teller)
    const own = {
      room: () => this.#desired,
      memory: () => this.#memory,
      isRunning: () => this.#phase === 'running',
    }
    this.#stopWatch = new StopWatch({
      ...around,
      ...own,
      busy: () => ({ round: this.#play.isPlaying, waiting: this.#anchor.waiting > 0 }),
      teller: this.#teller,
      end: () => void this.#endAsOrdered(),
    })
    this.#script = new ScriptReader({
      ...around,
      ...own,
      anchor: this.#anchor,
      words: this.#words,
      teller: this.#teller,
    })
    const parts = { ...around, ...own, play: this.#play, stop: this.#stopWatch }
    this.#answers = new Answers({
      ...parts,
      anchor: this.#anchor,
      decisions: this.#decisions,
      teller: this.#teller,
      onStage: this.onStage,
    })
    this.#intake = new Intake({
      ...parts,
      words: this.#words,
      answers: this.#answers,
      heed: (event) => this.#feed.status()?.kind !== 'replay' && this.#platformEnd.heed(event),
    })
    this.direct(desired)
  }

  start(): Promise<void> {
    return this.#feed.inTurn(async () => {
      const screen = (line: string) => this.#words.said(line)
      const tape = this.#tape.hear
      this.#memory = await Memory.load(this.#desired, { ...this.#around, screen, tape })
      const { last_round_seq = 0 } = this.#desired
      await this.#play.open(this.#around.games, this.#asGameRoom(), last_round_seq)
      await this.#openDraws()
      await this.#words.begin(this.#memory, this.#desired.config)
      await this.#supply.begin(this.#memory, this.#desired.config)
      await this.onStage.begin()
      await this.#tape.begin()
      if (this.#phase !== 'running') return
      // By its own rule, before this program was started anew
      if (this.#stopWatch.endedBy) return this.#end()
      this.#stopWatch.direct(this.#desired)
      this.#memory.rules.open(this.#desired.run_id, this.#around.clock.now())
      this.#tickLater()
      this.#script.give()
      await this.#feed.choose(this.#desired.config)
    })
  }

  /** A rehearsal has no viewers to draw among. */
  async #openDraws(): Promise<void> {
    const { room_code, run_id, config } = this.#desired
    if (run_id === null || config.mode === RoomMode.record) return
    await this.#play.draw({
      ...this.#around,
      room_code,
      run_id,
      note: this.#teller.note,
      lottery: () => this.#desired.config.lottery,
      isHeard: () => isHeard(this.#desired, this.#around.stages?.report(room_code)),
      screen: (text) => this.#words.shown(text),
      say: (line) => this.#phase === 'running' && this.#anchor.say(line),
    })
  }

  /** The pack of this hash has arrived, or cannot be used. */
  packed(hash: string): void {
    const { config } = this.#desired
    const { bundle, words: screened, script } = config
    const isOurs = [bundle, screened, script].some((pack) => pack?.hash === hash)
    if (!this.#memory || !isOurs) return
    this.#give(this.#memory)
    this.#around.changed()
  }

  /** New settings during a run. The source is kept if the new settings would choose the same. */
  async update(desired: DesiredRoom): Promise<void> {
    this.direct(desired)
    if (this.#memory) this.#give(this.#memory)
    await this.#feed.inTurn(() => this.#feed.choose(this.#desired.config))
    this.#around.changed()
  }

  /** New orders, with the settings that it has. */
  direct(desired: DesiredRoom): void {
    this.#desired = desired
    this.#anchor.direct(desired.air ?? 'open')
    this.#stopWatch.direct(desired)
  }

  #give(memory: Memory): void {
    this.#words.give(memory, this.#desired.config)
    this.#supply.give(memory, this.#desired.config)
    this.#script.give()
  }

  /**
   * May be called again with `now` while a first call waits for the end of a sentence. Where the run goes on in another
   * process, its round and its commands stay.
   */
  async stop(mode: StopMode, isRunOver = true): Promise<void> {
    this.#platformEnd.forget()
    this.#cancelTick()
    this.#isStopped = true
    if (this.#phase === 'running' && mode === 'sentence') this.#sayGoodbye()
    this.#decisions.close()
    this.#phase = 'stopping'
    this.#stopMode = mode
    this.#around.changed()
    const ending = this.#feed.end()
    this.#feed.forget()
    await Promise.all([ending, this.#anchor.silence(mode), this.#play.close(isRunOver)])
    this.onStage.close()
    this.#script.close()
    await this.#tape.close()
    await this.#memory?.save()
  }

  /** Clears the queue and the state of the rules; not which events were seen, so that none is counted again. */
  reset(): void {
    this.#anchor.clear()
    this.#memory?.rules.reset(this.#around.clock.now())
    this.#memory?.touch()
    this.#teller.note(
      'info',
      words('已重置：话术队列、冷却与次数已清空', 'Reset: queue, cooldowns, counts cleared'),
    )
  }

  forwarded(events: readonly LiveEvent[]): void {
    this.#intake.forwarded(events)
  }

  /** What the rules remember, to try something on it elsewhere. Nothing is changed by looking. */
  peek(wanted: Wanted): LiveState | null {
    if (!this.#memory) return null
    const { waiting, silent_ms, saying } = this.#anchor.speech()
    const rules = { ...partOf(this.#memory.rules.snapshot(), wanted) }
    return { rules, speech: { waiting, silent_ms, saying: [...saying] } }
  }

  /** Has the game do something, as a person wants it. */
  command(id: string, name: string, args: (string | number)[]) {
    return this.#play.command(id, name, args)
  }

  /** What waits to be said, after an operator's order was carried out. */
  queue(order: QueueOrder | null): { list: Waiting[]; done: boolean } {
    const done = order === null || this.#anchor.order(order)
    if (order) this.#around.changed()
    return { list: this.#anchor.list(), done }
  }

  /** Puts what was recorded until now into the spool. */
  flushTape(): Promise<void> {
    return this.#tape.flush()
  }

  actual(): ActualRoom {
    const { room_code, run_id, config_hash, air = 'open', stop, wish_heard } = this.#desired
    const [phase, stop_mode] = [this.#phase, this.#stopMode]
    return { room_code, run_id, config_hash, air, stop, wish_heard, phase, stop_mode }
  }

  report(): ReportedRoom {
    const { room_code, config } = this.#desired
    const [rules, words] = [this.#supply.report(config), this.#words.report(config)]
    const parts = { rules, words, plan: this.#script.inUse }
    const { wasConnected } = this.#feed
    const [phase, error, queue] = [this.#phase, this.#error, this.#anchor.waiting]
    const [source, game] = [this.#feed.status(), this.#play.report()]
    const stage = this.#around.stages?.report(room_code)
    const seen = { phase, error, queue, source, wasConnected, game, stage }
    const stop = this.#stopWatch.report()
    return reportOf(this.#desired, { ...parts, ...seen, stop })
  }

  #fail(reason: string): void {
    this.#error = reason
    this.#teller.note('error', asIs(reason))
    this.#end()
  }

  /** Ends the run by the sentence, as its stop rule says. What the server says meanwhile comes before. */
  async #endAsOrdered(): Promise<void> {
    if (this.#phase !== 'running') return
    this.#sayGoodbye()
    this.#phase = 'stopping'
    this.#stopMode = 'sentence'
    this.#around.changed()
    await this.#anchor.silence('sentence')
    if (!this.#isStopped) this.#end()
  }

  /** Ends the run without having been told to. */
  #end(): void {
    this.#phase = 'over'
    this.#cancelTick()
    this.#script.close()
    void this.#tape.close()
    this.#decisions.close()
    void this.#feed.end()
    void this.#play.close(true)
    this.#anchor.clear()
    this.#around.changed()
  }

  /** The run begins for the rules when its source is there for the first time. */
  #begin(): void {
    if (this.#phase === 'running' && this.#memory?.begins()) this.#answers.raise(ROOM_START)
  }

  /** What the rules say at the end is all that is still said. */
  #sayGoodbye(): void {
    this.#anchor.clear()
    this.#answers.raise(ROOM_STOP)
  }

  #tickLater(): void {
    this.#cancelTick = this.#around.time.after(TICK_MS, () => {
      this.#tickLater()
      this.#play.tick()
      this.#stopWatch.tick()
      this.#answers.ask((rules, moment) => rules.tick(moment))
    })
  }

  #asGameRoom(): GameRoom {
    const { spool, flush, changed } = this.#around
    const rules = (does: (rules: Memory['rules']) => void) => {
      if (!this.#memory) return
      does(this.#memory.rules)
      this.#memory.touch()
    }
    return {
      ...this.#address,
      room_name: this.#desired.config.room_name,
      screen: (text) => this.#words.shown(text),
      happen: (event, isHeard) => this.#intake.happened(event, isHeard),
      round: (seq) => rules((them) => them.round(seq)),
      setVar: (key, value, viewer) =>
        this.#answers.ask((them, moment) => them.setVar(key, value, moment, viewer)),
      eta: (event, eta) => rules((them) => them.eta(event, eta)),
      note: this.#teller.note,
      spool,
      flush,
      changed,
    }
  }

  get #address() {
    const { room_code, run_id } = this.#desired
    return { room_code, run_id }
  }
}
