import { timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { MAX_PIECE_BYTES, type RecordingTrouble } from '@kaibo/contract/stage/recording.schema.ts'
import { bytesOf } from '#local/body.ts'
import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import type { ReportedStage } from '@kaibo/contract/agent/stage-items.schema.ts'
import { STAGE_SUBPROTOCOL, type StageHello } from '@kaibo/contract/stage/link.schema.ts'
import type { Scene, StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { contentTypeOf } from '#local/content-type.ts'
import type { LocalServer } from '#local/local-server.ts'
import { SocketPeer } from '#local/socket-peer.ts'
import type { Mouth } from '#talk/mouth.ts'
import type { StageKeeping, StageVoice } from './around.ts'
import { stageLanguage, type Host, type Peer } from './language.ts'
import { Dressing, type Wardrobe } from './dressing.ts'
import { RoomStage, type Shown } from './room-stage.ts'

/** What this program has in itself to show a stage. */
export interface StageFiles {
  /** The page and its pictures, by their paths below `/stage/ROOM/`. */
  files: Readonly<Record<string, string | Uint8Array>>
  scene: Scene
  assets: StageAssets
}

interface StageDeskOptions extends StageKeeping {
  /** Nothing where no port is open, for the reason `fault`. */
  server: LocalServer | undefined
  fault: string | null
  show: StageFiles
  /** What rooms show, as it has arrived. */
  packs: Wardrobe['packs']
  files: Wardrobe['files']
  /** How a room sounds. */
  voiceOf: (room_code: string) => StageVoice
  /** A room's stage has changed. */
  changed: () => void
  /** A piece of what a room's stage records; answers why no more of it is taken. */
  recorded: (
    recording_id: string,
    about: Recorded,
    piece: Piece,
    body: Buffer,
  ) => Promise<RecordingTrouble | null>
  /** What viewers of a room see, as JPEG. */
  pictured: (room_code: string, jpeg: Buffer) => void
}

interface Recorded {
  room_code: string
  run_id: string
}

interface Piece {
  seq: number
  ms: number
}

/** A picture in base64, and little else. */
const MAX_FRAME_BYTES = 49_152
/** A page says little: more is a fault. */
const PER_SECOND = 50
const PAGE = 'index.html'

/** Where the pages of stages find their rooms. Rooms have a stage also while they are off air: OBS is set up before. */
export class StageDesk {
  readonly #options: StageDeskOptions
  readonly #stages = new Map<string, { token: string; stage: RoomStage; dressing: Dressing }>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(STAGE_SUBPROTOCOL) ? STAGE_SUBPROTOCOL : false),
  })

  constructor(options: StageDeskOptions) {
    this.#options = options
    options.server?.add('stage', {
      request: (path, request, response) => this.#request(path, request, response),
      upgrade: ([room_code = '', last], request, socket, head) =>
        last === 'socket' ? this.#upgrade(room_code, request, socket, head) : socket.destroy(),
    })
  }

  /** The rooms of this PC. One whose secret is another one loses its pages. */
  know(rooms: readonly DesiredRoom[]): void {
    const gone = new Set(this.#stages.keys())
    for (const room of rooms) {
      if (!room.stage) continue
      const { room_code } = room
      gone.delete(room_code)
      const { token } = room.stage
      const shown = shownOf(room)
      const known = this.#stages.get(room_code)
      if (known && known.token !== token) known.stage.dismiss()
      known?.stage.direct(shown)
      const { stage, dressing } = known ?? this.#open(room_code, shown)
      this.#stages.set(room_code, { token, stage, dressing })
      dressing.want(room.stage.scene?.hash ?? null)
    }
    for (const room_code of gone) {
      this.#close(room_code)
      this.#stages.delete(room_code)
    }
  }

  /** The pack of this hash has arrived, or cannot be used. */
  packed(hash: string): void {
    for (const { dressing } of this.#stages.values()) dressing.packed(hash)
  }

  /** Files of assets have come from the server. */
  fetched(): void {
    for (const { dressing } of this.#stages.values()) dressing.fetched()
  }

  /** What says the room's sentences; nothing where it has no stage. */
  mouthOf(room_code: string): Mouth | undefined {
    return this.stageOf(room_code)
  }

  stageOf(room_code: string): RoomStage | undefined {
    return this.#stages.get(room_code)?.stage
  }

  report(room_code: string): ReportedStage | undefined {
    const { server, fault } = this.#options
    const url = server ? `${server.origin}/stage/${room_code}/` : ''
    return this.#stages.get(room_code)?.stage.report(url, fault)
  }

  close(): void {
    for (const room_code of this.#stages.keys()) this.#close(room_code)
    this.#stages.clear()
    for (const socket of this.#sockets.clients) socket.terminate()
  }

  #close(room_code: string): void {
    const { stage, dressing } = this.#stages.get(room_code) ?? {}
    dressing?.close()
    stage?.close()
  }

  #open(room_code: string, shown: Shown) {
    const { time, log, voiceOf, show, packs, files, changed } = this.#options
    const voice = voiceOf(room_code)
    const pictured = (jpeg: Buffer) => this.#options.pictured(room_code, jpeg)
    const stage = new RoomStage(shown, { time, log, voice, changed, pictured })
    return {
      stage,
      dressing: new Dressing(room_code, stage, { time, packs, files, builtin: show }),
    }
  }

  async #request(
    [room_code = '', ...rest]: string[],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> {
    const end = (status: number) => response.writeHead(status).end()
    if (request.method === 'PUT' && rest[0] === 'recording')
      return end(await this.#takePiece(room_code, rest, request))
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(405)
    // Paths of the page are those of its folder. A browser keeps what is behind the #
    if (rest.length === 0)
      return response.writeHead(302, { location: `/stage/${encodeURIComponent(room_code)}/` }).end()
    if (rest[0] === 'clip') return this.#sendClip(room_code, rest[1] ?? '', response)
    const { files } = this.#options.show
    const name = rest.join('/') || PAGE
    const type = contentTypeOf(name)
    if (!Object.hasOwn(files, name) || type === undefined) return end(404)
    return response.writeHead(200, { 'content-type': type }).end(files[name])
  }

  /** Answers a status. A page knows the name of a recording only from us. */
  async #takePiece(
    room_code: string,
    [, recording_id = '', seq]: string[],
    request: IncomingMessage,
  ): Promise<number> {
    const stage = this.stageOf(room_code)
    const run_id = stage?.recorded.runOf(recording_id)
    const ms = new URL(request.url ?? '', 'http://localhost').searchParams.get('ms')
    const piece = { seq: Number(seq), ms: Number(ms) }
    if (!stage || run_id === undefined || !isPiece(piece)) return 404
    const body = await bytesOf(request, MAX_PIECE_BYTES)
    if (!body) return 413
    const why = await this.#options.recorded(recording_id, { room_code, run_id }, piece, body)
    if (why === null) return 204
    stage.unrecorded(recording_id, why)
    return 507
  }

  async #sendClip(room_code: string, id: string, response: ServerResponse): Promise<unknown> {
    const sound = this.#stages.get(room_code)?.stage.clip(id)
    if (sound === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'audio/wav' })
    return typeof sound === 'string'
      ? pipeline(createReadStream(sound), response)
      : response.end(sound)
  }

  #upgrade(room_code: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { time } = this.#options
    const admit = (peer: Peer, hello: StageHello): Host | string => {
      const known = this.#stages.get(room_code)
      if (!known || !isSame(hello.token, known.token)) return '画面链接已失效，请在控制台重新复制'
      return known.stage.admit(peer, hello)
    }
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      SocketPeer.seat(opened, stageLanguage, { time, admit, perSecond: PER_SECOND })
    })
  }
}

const isPiece = ({ seq, ms }: Piece): boolean =>
  Number.isSafeInteger(seq) && seq >= 1 && Number.isSafeInteger(ms) && ms >= 0

function isSame(given: string, known: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(known)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const shownOf = ({ config, run, run_id, stage, ...order }: DesiredRoom): Shown => ({
  room_name: config.room_name,
  run_id: run ? run_id : null,
  isOpen: (order.air ?? 'open') === 'open',
  isMuted: order.muted ?? false,
  isRecorded: config.mode === RoomMode.record,
  voice: stage?.voice,
})
