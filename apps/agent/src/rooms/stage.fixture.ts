import { join } from 'node:path'
import type { AgentFrame, DesiredRoom, SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { LiveEvent } from '@kaibo/contract/live/event.ts'
import type { GameDesk } from '#game/desk.ts'
import type { Source } from '#sources/source.ts'
import { freshFolder, heardLog } from '#spool/spool.fixture.ts'
import type { Mouth } from '#talk/mouth.ts'
import { ManualTime } from '#time/manual-time.ts'
import { ServerClock } from '#time/server-clock.ts'
import { eventOf } from './event.fixture.ts'
import { HandSource } from './hand-source.fixture.ts'
import { Packs } from './packs.ts'
import type { PlayFiles } from './play-files.ts'
import { Room } from './room.ts'

/** What rooms need of an agent, as far as a test plays it and looks at it. */
export class Stage {
  readonly time = new ManualTime()
  readonly clock = new ServerClock(this.time)
  readonly sources: HandSource[] = []
  readonly spooled: SpoolItem[] = []
  readonly heard = heardLog()
  changes = 0
  isLinked = true
  flush = async () => true
  /** Where games are linked, if the test has any. */
  games: GameDesk | undefined
  /** Where files come from that are played, if the test has any. */
  files: PlayFiles | undefined
  /** What says its sentences, if the test has any; else they are silent. */
  mouth: Mouth | undefined
  readonly sent: AgentFrame[] = []
  readonly packs: Packs
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
    this.packs = this.openPacks()
  }

  /** In the folder of another one it is the process that comes after it. */
  static async open(folder?: string): Promise<Stage> {
    return new Stage(folder ?? (await freshFolder()))
  }

  /** The packs on the disk, as another process finds them. */
  openPacks(): Packs {
    return new Packs({
      folder: join(this.folder, 'packs'),
      time: this.time,
      log: this.heard.log,
      send: (frame) => void this.sent.push(frame),
    })
  }

  beginSource = (): Source => {
    const source = new HandSource(this.time)
    this.sources.push(source)
    return source
  }

  roomOf(desired: DesiredRoom, lacking?: string): Room {
    return new Room(desired, {
      folder: this.folder,
      time: this.time,
      clock: this.clock,
      log: this.heard.log,
      spool: (item) => void this.spooled.push(item),
      flush: () => this.flush(),
      packs: this.packs,
      games: this.games,
      files: this.files,
      stages: this.mouth && {
        mouthOf: () => this.mouth,
        stageOf: () => undefined,
        report: () => undefined,
      },
      sourceFor: () => lacking ?? this.beginSource(),
      isLinked: () => this.isLinked,
      changed: () => void this.changes++,
    })
  }

  async run(desired: DesiredRoom, lacking?: string): Promise<Room> {
    const room = this.roomOf(desired, lacking)
    await room.start()
    return room
  }

  happen(event: LiveEvent = eventOf()): void {
    this.sources.at(-1)?.sink?.event(event)
  }

  spoken(): string[] {
    return this.spooled.flatMap((item) =>
      item.type === 'speech' && item.state === 'spoken' ? [item.text] : [],
    )
  }

  events() {
    return this.spooled.flatMap((item) => (item.type === 'event' ? [item] : []))
  }

  decisions() {
    return this.spooled.flatMap((item) => (item.type === 'decision' ? [item] : []))
  }
}
