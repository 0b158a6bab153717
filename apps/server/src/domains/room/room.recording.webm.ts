import { elementAt, isUnknown, uintOf } from './room.recording.ebml.ts'
import type { Beginning, Cue } from './room.recording.head.ts'

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const TIMECODE = 0xe7
const SIMPLE_BLOCK = 0xa3
/** In place of a simple block where a picture is see-through. */
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
/** Of a picture that is told by what it differs in from another one. */
const REFERENCE_BLOCK = 0xfb
const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const VIDEO = 1
/** Of a block's flags. */
const KEY_FRAME = 0x80
/** Number of the track, time within the cluster, flags. */
const BLOCK_HEAD = 4
/** What has to be seen whole is never longer; else it is no recording of ours. */
const MOST_HELD = 8_388_608
/** The last picture is shown for a moment too. */
const LAST_FRAME_MS = 33

const HELD: readonly number[] = [EBML, TRACKS, TIMECODE, BLOCK_GROUP]

/** Where a reader is in its file. Bytes are in base64. */
interface Place {
  /** How far it has read. */
  at: number
  /** So much of what comes next says nothing to it. */
  skip: number
  /** What it has to see more of. */
  held: string
  ebml: string
  tracks: string
  video: number
  clustersAt: number | null
  cluster: { at: number; ms: number; isCued: boolean }
  wholeTo: number
  lastMs: number
  /** What came then is no WebM; what came before it plays. */
  isOver: boolean
}

const START: Place = {
  at: 0,
  skip: 0,
  held: '',
  ebml: '',
  tracks: '',
  video: VIDEO,
  clustersAt: null,
  cluster: { at: 0, ms: 0, isCued: false },
  wholeTo: 0,
  lastMs: 0,
  isOver: false,
}

/**
 * Reads a file as a browser's recorder writes it: without its length, and without a table of where to find what. It finds what the head of a
 * file that can be sought in says. Bytes come in any portions; a file that breaks off is as long as what is whole of it.
 */
export class RecordedWebm {
  readonly #place: Place
  #held: Buffer
  #cues: Cue[] = []

  /** `kept`: the place of the reader that was given all bytes before. */
  constructor(kept = '') {
    this.#place = kept === '' ? structuredClone(START) : (JSON.parse(kept) as Place)
    this.#held = Buffer.from(this.#place.held, 'base64')
  }

  /** The pictures in these bytes that can be sought. */
  push(bytes: Buffer): Cue[] {
    const place = this.#place
    this.#cues = []
    if (place.isOver) return []
    const skipped = Math.min(place.skip, bytes.length)
    place.skip -= skipped
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#drop(skipped)
    if (place.skip === 0) this.#whole()
    try {
      while (place.skip === 0 && this.#take());
    } catch {
      place.isOver = true
      this.#held = Buffer.alloc(0)
    }
    return this.#cues
  }

  /** Kept beside the file: by it another reader goes on with the bytes that come next. */
  get place(): string {
    return JSON.stringify({ ...this.#place, held: this.#held.toString('base64') })
  }

  get beginning(): Beginning {
    const { ebml, tracks, video } = this.#place
    return { ebml: Buffer.from(ebml, 'base64'), tracks: Buffer.from(tracks, 'base64'), video }
  }

  /** Nothing before the first cluster is there: then there is nothing to play. */
  get clustersAt(): number | null {
    return this.#place.clustersAt
  }

  /** Up to here all that has begun has also ended. */
  get end(): number {
    return this.#place.wholeTo
  }

  get ms(): number {
    return this.#place.lastMs + LAST_FRAME_MS
  }

  /** One element; false where more bytes are needed. */
  #take(): boolean {
    const found = elementAt(this.#held, 0)
    if (!found) return false
    const { id, size, headBytes } = found
    const place = this.#place
    if (id === SEGMENT) return this.#enter(headBytes)
    if (id === CLUSTER) {
      place.clustersAt ??= place.at
      place.cluster = { at: place.at - place.clustersAt, ms: 0, isCued: false }
      return this.#enter(headBytes)
    }
    if (isUnknown(found)) throw new Error('no length')
    const isHeld = HELD.includes(id)
    if (isHeld && size > MOST_HELD) throw new Error('too long')
    const needed = headBytes + (isHeld ? size : id === SIMPLE_BLOCK ? BLOCK_HEAD : 0)
    if (this.#held.length < needed) return false
    if (isHeld) this.#keep(id, this.#held.subarray(0, needed), headBytes)
    if (id === SIMPLE_BLOCK) {
      const head = this.#held.subarray(headBytes, needed)
      this.#block(head, ((head[3] ?? 0) & KEY_FRAME) !== 0)
    }
    const all = headBytes + size
    place.skip = Math.max(0, all - this.#held.length)
    this.#drop(Math.min(all, this.#held.length))
    if (place.skip === 0) this.#whole()
    return true
  }

  #keep(id: number, whole: Buffer, headBytes: number): void {
    const place = this.#place
    if (id === EBML) place.ebml = whole.toString('base64')
    if (id === BLOCK_GROUP) this.#group(whole.subarray(headBytes))
    if (id === TIMECODE) place.cluster.ms = uintOf(whole.subarray(headBytes))
    if (id !== TRACKS) return
    place.tracks = whole.toString('base64')
    place.video = videoIn(whole.subarray(headBytes))
  }

  #group(children: Buffer): void {
    const [block] = childrenOf(children, BLOCK)
    if (block) this.#block(block, childrenOf(children, REFERENCE_BLOCK).length === 0)
  }

  #block(head: Buffer, isKey: boolean): void {
    const track = (head[0] ?? 0) & 0x7f
    const { cluster, video, lastMs } = this.#place
    const ms = cluster.ms + head.readInt16BE(1)
    this.#place.lastMs = Math.max(lastMs, ms)
    if (track !== video || !isKey || cluster.isCued) return
    cluster.isCued = true
    this.#cues.push({ ms, at: cluster.at })
  }

  #enter(headBytes: number): boolean {
    this.#drop(headBytes)
    return true
  }

  #whole(): void {
    this.#place.wholeTo = this.#place.at
  }

  #drop(bytes: number): void {
    this.#place.at += bytes
    this.#held = this.#held.subarray(bytes)
  }
}

/** The number of the track with the pictures. */
function videoIn(tracks: Buffer): number {
  for (const entry of childrenOf(tracks, TRACK_ENTRY)) {
    const [type] = childrenOf(entry, TRACK_TYPE)
    const [number] = childrenOf(entry, TRACK_NUMBER)
    if (type && number && uintOf(type) === VIDEO) return uintOf(number)
  }
  return VIDEO
}

function childrenOf(bytes: Buffer, id: number): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const child = elementAt(bytes, at)
    if (!child || isUnknown(child)) break
    const end = at + child.headBytes + child.size
    if (child.id === id) found.push(bytes.subarray(at + child.headBytes, end))
    at = end
  }
  return found
}
