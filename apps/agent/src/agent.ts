import { randomUUID } from 'node:crypto'
import * as os from 'node:os'
import { join } from 'node:path'
import { MAKES_CLIPS } from '@kaibo/contract/agent/clip-frames.schema.ts'
import {
  DOES_CMD,
  DRAWS,
  HAS_STAGES,
  PLAYS_FILES,
  HAS_VOICE,
  MAX_ROOMS_PER_PC,
  MOVES_LAYERS,
  READS_BUNDLES,
  READS_WORDS,
  SAYS_OBEYED,
  type AgentFrame,
} from '@kaibo/contract/agent/frames.ts'
import { WATCHED } from '@kaibo/contract/agent/queue.schema.ts'
import { READS_SCRIPTS } from '@kaibo/contract/agent/script.schema.ts'
import { Commands } from '#commands/commands.ts'
import { Journal } from '#commands/journal.ts'
import { formerFolders } from '#identity/former.ts'
import { GameDesk, gameFolder } from '#game/desk.ts'
import { gamesIn } from '#game/installed.ts'
import type { GamePages } from '#game/pages.ts'
import type { Program } from '#game/child.ts'
import type { Identity } from '#identity/identity.ts'
import type { Desired, Incoming, Welcome } from '#link/incoming.ts'
import { Link } from '#link/link.ts'
import { Probe } from '#link/metrics.ts'
import { Uplink } from '#link/uplink.ts'
import type { Log } from '#log/log.ts'
import { Packs } from '#rooms/packs.ts'
import { queueAnswer, waitingIn } from '#rooms/queue-answer.ts'
import { QueueWatch } from '#rooms/queue-watch.ts'
import { Rooms } from '#rooms/rooms.ts'
import { stateAnswer } from '#rooms/state-answer.ts'
import { sourceFor, sourceKinds } from '#sources/choose.ts'
import { inherit } from '#spool/inherit.ts'
import { playFilesOf } from '#rooms/play-files.ts'
import { Spool } from '#spool/spool.ts'
import { builtinSounds } from '@kaibo/stage/sounds.ts'
import { AssetCache } from '#stage/asset-cache.ts'
import { assetDoor } from '#stage/asset-door.ts'
import { assetFetch } from '#stage/asset-fetch.ts'
import { Recordings } from '#stage/recordings.ts'
import { StageDesk, type StageFiles } from '#stage/stage-desk.ts'
import { Thumbs } from '#stage/thumbs.ts'
import { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import { modelsFolder } from '#voice/models-folder.ts'
import { Voices } from '#voice/voices.ts'
import type { Options } from './options.ts'
import { AGENT_VERSION } from './version.ts'

/** Changes within this time are sent as one report. */
const REPORT_MS = 50

export interface AgentParts {
  options: Options
  identity: Identity
  /** The data folder of this enrolment; it is locked, so no other process writes there. */
  folder: string
  time: Time
  log: Log
  /** This program, which has the built-in games in it, and their pages. */
  program: Program
  pages: GamePages
  stageFiles: StageFiles
  /** The program that speaks; it may not be there. */
  speaker: string
}

/** Starts the PC client. The answer ends it: desired rooms and unsent items of the spool are kept for the next start. */
export async function startAgent(parts: AgentParts): Promise<() => Promise<void>> {
  const { options, identity, folder, time, log, program, pages, stageFiles } = parts
  const clock = new ServerClock(time)
  const boot_id = randomUUID()
  const probe = new Probe(folder)
  const spoolFolder = join(folder, 'spool')
  const former = await formerFolders(folder, identity.pc_id, options.server)
  await inherit(spoolFolder, former, { time, log })
  const spool = await Spool.open(spoolFolder, { time, log })
  const settings = { ...options, choice: options.source, time, clock, random: Math.random }

  const journal = await Journal.open(join(folder, 'commands.json'), { time, log })
  // Before there is a link nothing is sent: what is missing is asked for when the server is there
  const line: { send?: (frame: AgentFrame) => boolean } = {}
  const packsFolder = join(folder, 'packs')
  const packs = new Packs({ folder: packsFolder, time, log, send: (frame) => line.send?.(frame) })
  const games = await GameDesk.open({
    folder: gameFolder(folder),
    ports: options.gamePorts,
    gamesDir: options.gamesDir,
    program,
    pages,
    time,
    clock,
    log,
  })
  let obeyed: { obeyed?: number } = {}
  let cancelReport: (() => void) | undefined
  // Rooms resume while a slow disk is waited for: what they are like then is said by the first hello
  let isReady = false
  const changed = () => {
    if (isReady) cancelReport ??= time.after(REPORT_MS, report)
  }
  const thumbs = new Thumbs({ server: options.server, identity, clock, log })
  const recordings = await Recordings.open({
    folder: join(folder, 'recordings'),
    server: options.server,
    identity,
    clock,
    time,
    log,
  })
  const assetFolder = join(folder, 'assets')
  const assets = await AssetCache.open({
    folder: assetFolder,
    time,
    log,
    fetch: assetFetch({ server: options.server, identity, clock, time }),
    changed: () => stages.fetched(),
  })
  const voices = await Voices.open({
    folder,
    models: modelsFolder(options.dataDir),
    file: parts.speaker,
    files: assets,
    server: options.server,
    send: (frame) => line.send?.(frame) ?? false,
    time,
    clock,
    log,
  })
  games.server?.add('asset', assetDoor(assetFolder))
  const stages: StageDesk = new StageDesk({
    server: games.server,
    fault: games.fault,
    show: stageFiles,
    packs,
    files: assets,
    voiceOf: (room_code) => voices.of(room_code),
    time,
    log,
    changed,
    pictured: (room_code, jpeg) => thumbs.send(room_code, jpeg),
    recorded: (...piece) => recordings.take(...piece),
  })
  const installed = await gamesIn(options.gamesDir)
  const rooms = await Rooms.open({
    games,
    stages,
    files: playFilesOf(assets, builtinSounds),
    folder: join(folder, 'rooms'),
    packs,
    time,
    clock,
    log,
    spool: (item) => spool.append(item),
    flush: () => spool.flush(),
    sourceFor: (config) => sourceFor(config, settings),
    changed,
  })
  const send = (frame: AgentFrame) => link.send(frame)
  line.send = send
  const uplink = new Uplink(spool, send, time, log)
  const commands = new Commands({ rooms, journal, clock, log, send })
  const queues = new QueueWatch({ time, send, waiting: (code) => waitingIn(rooms.get(code)) })
  const link = new Link({
    server: options.server,
    identity,
    hello: () => ({
      type: 'hello',
      version: AGENT_VERSION,
      pc_name: options.name,
      boot_id,
      capabilities: [
        ...sourceKinds(options.source).map((kind) => `source:${kind}`),
        READS_BUNDLES,
        READS_WORDS,
        READS_SCRIPTS,
        DOES_CMD,
        DRAWS,
        HAS_STAGES,
        SAYS_OBEYED,
        PLAYS_FILES,
        MOVES_LAYERS,
        MAKES_CLIPS,
        WATCHED,
        ...(voices.own.available ? [HAS_VOICE] : []),
      ],
      games: installed,
      ...uplink.hello(),
      at: time.now(),
      facts: facts(),
      rooms: rooms.report().slice(0, MAX_ROOMS_PER_PC),
    }),
    heartbeat: async () => {
      reportFrom(MAX_ROOMS_PER_PC)
      return {
        type: 'heartbeat',
        at: time.now(),
        metrics: {
          ...(await probe.read()),
          spool_items: spool.items,
          spool_dropped: spool.dropped,
        },
        rooms: rooms.report().slice(0, MAX_ROOMS_PER_PC),
        ...obeyed,
      }
    },
    up(welcome) {
      rooms.linked(true)
      voices.server.up(welcome.capabilities)
      settle(obey(welcome))
      settle(uplink.open(welcome))
    },
    down() {
      rooms.linked(false)
      obeyed = {}
      voices.server.down()
      uplink.close()
    },
    frame: received,
    time,
    clock,
    log,
    random: Math.random,
  })

  function report() {
    cancelReport = undefined
    reportFrom(0)
  }

  /** Sends the rooms beyond `first` in reports: hello and heartbeat have only that many, as the server closes on a longer frame. */
  function reportFrom(first: number) {
    const left = rooms.report().slice(first)
    for (let at = 0; at < left.length; at += MAX_ROOMS_PER_PC)
      link.send({ type: 'report', at: time.now(), rooms: left.slice(at, at + MAX_ROOMS_PER_PC) })
  }

  /** The server is told at once up to which order this PC does what it shall. */
  async function obey({ rooms: wanted, unread, seq }: Welcome | Desired) {
    await rooms.desire(wanted, unread)
    if (seq === undefined) return
    obeyed = { obeyed: Math.max(seq, obeyed.obeyed ?? 0) }
    send({ type: 'report', at: time.now(), rooms: [], ...obeyed })
  }

  function received(frame: Incoming) {
    if (frame.type === 'desired') settle(obey(frame))
    else if (frame.type === 'ack') uplink.acknowledged(frame)
    else if (frame.type === 'command') void commands.handle(frame)
    else if (frame.type === 'events') rooms.forwarded(frame.room_code, frame.events)
    else if (frame.type === 'ask_state') send(stateAnswer(rooms.get(frame.room_code), frame))
    else if (frame.type === 'ask_queue') send(queueAnswer(rooms.get(frame.room_code), frame))
    else if (frame.type === 'watch') queues.watch(frame.room_code)
    else if (frame.type === 'close_tape') settle(closeTape(frame))
    else if (frame.type === 'clip') voices.server.heard(frame)
    else if (frame.type === 'part') settle(packs.take(frame))
    else if (frame.type === 'fault') log.warn(`服务器说：${frame.msg}`)
  }

  async function closeTape({ id, room_code }: Extract<Incoming, { type: 'close_tape' }>) {
    await rooms.get(room_code)?.flushTape()
    await spool.flush()
    send({ type: 'tape_closed', id })
  }

  function settle(work: Promise<void>) {
    work.catch((error: unknown) => log.error({ err: error }, '内部错误'))
  }

  rooms.linked(false)
  isReady = true
  link.start()
  return async () => {
    await rooms.shutDown()
    queues.close()
    stages.close()
    thumbs.close()
    recordings.close()
    assets.close()
    voices.close()
    await games.close()
    await spool.flush()
    link.stop()
    await spool.close()
  }
}

const facts = () => ({
  os: `${os.type()} ${os.release()} ${os.arch()}`,
  cpu: `${os.cpus()[0]?.model ?? ''} × ${os.cpus().length}`,
  mem_mb: Math.round(os.totalmem() / 1_048_576),
  node: process.version,
})
