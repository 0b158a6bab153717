import {
  element,
  elementAt,
  float,
  headOf,
  isUnknown,
  uint,
  uintOf,
} from './room.recording.ebml.ts'

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const CUES = 0x1c53bb6b
const CUE_POINT = 0xbb
const CUE_TIME = 0xb3
const CUE_TRACK_POSITIONS = 0xb7
const CUE_TRACK = 0xf7
const CUE_CLUSTER_POSITION = 0xf1
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
const TIMECODE_SCALE = 0x2ad7b1
const DURATION = 0x4489
const MUXING_APP = 0x4d80
const WRITING_APP = 0x5741
const VIDEO = 1
/** Of a block's flags. */
const KEY_FRAME = 0x80
/** Number of the track, time within the cluster, flags. */
const BLOCK_HEAD = 4
/** Times are in milliseconds. */
const SCALE_NS = 1_000_000
/** What has to be seen whole is never longer; else it is no recording of ours. */
const MOST_HELD = 8_388_608
/** The last picture is shown for a moment too. */
const LAST_FRAME_MS = 33

const HELD: readonly number[] = [EBML, TRACKS, TIMECODE, BLOCK_GROUP]

interface Cue {
  ms: number
  /** From the first cluster on. */
  at: number
}

/**
 * Reads a file as a browser's recorder writes it: without its length, and without a table of where to find what. Of that it makes the head
 * of a file that can be sought in. Bytes come in any portions; a file that breaks off is as long as what is whole of it.
 */
export class RecordedWebm {
  #held: Buffer = Buffer.alloc(0)
  #skip = 0
  /** Of `#held`'s beginning. */
  #at = 0
  #head: Buffer = Buffer.alloc(0)
  #tracks: Buffer | undefined
  #video = VIDEO
  #clustersAt: number | undefined
  #cluster = { at: 0, ms: 0, isCued: false }
  #wholeTo = 0
  #lastMs = 0
  readonly #cues: Cue[] = []

  /** Throws where it is no WebM. */
  push(bytes: Buffer): void {
    const skipped = Math.min(this.#skip, bytes.length)
    this.#skip -= skipped
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes])
    this.#drop(skipped)
    if (this.#skip === 0) this.#whole()
    while (this.#skip === 0 && this.#take());
  }

  /** Nothing before the first cluster is there: then there is nothing to play. */
  get clustersAt(): number | undefined {
    return this.#clustersAt
  }

  /** Up to here all that has begun has also ended. */
  get end(): number {
    return this.#wholeTo
  }

  get ms(): number {
    return this.#lastMs + LAST_FRAME_MS
  }

  /** What comes before the first cluster of a file with so many bytes of clusters. */
  head(): Buffer {
    const info = element(
      INFO,
      uint(TIMECODE_SCALE, SCALE_NS),
      float(DURATION, this.ms),
      element(MUXING_APP, Buffer.from('kaibo')),
      element(WRITING_APP, Buffer.from('kaibo')),
    )
    const tracks = this.#tracks ?? Buffer.alloc(0)
    const cues = (before: number) =>
      element(CUES, ...this.#cues.map((cue) => cueOf(cue, this.#video, before)))
    // Its numbers are all of one length
    const before = info.length + tracks.length + cues(0).length
    const clusters = this.#wholeTo - (this.#clustersAt ?? this.#wholeTo)
    const segment = headOf(SEGMENT, before + clusters)
    return Buffer.concat([this.#head, segment, info, tracks, cues(before)])
  }

  /** One element; false where more bytes are needed. */
  #take(): boolean {
    const found = elementAt(this.#held, 0)
    if (!found) return false
    const { id, size, headBytes } = found
    if (id === SEGMENT) return this.#enter(headBytes)
    if (id === CLUSTER) {
      this.#clustersAt ??= this.#at
      this.#cluster = { at: this.#at - this.#clustersAt, ms: 0, isCued: false }
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
    this.#skip = Math.max(0, all - this.#held.length)
    this.#drop(Math.min(all, this.#held.length))
    if (this.#skip === 0) this.#whole()
    return true
  }

  #keep(id: number, whole: Buffer, headBytes: number): void {
    if (id === EBML) this.#head = Buffer.from(whole)
    if (id === BLOCK_GROUP) this.#group(whole.subarray(headBytes))
    if (id === TIMECODE) this.#cluster.ms = uintOf(whole.subarray(headBytes))
    if (id !== TRACKS) return
    this.#tracks = Buffer.from(whole)
    this.#video = videoIn(whole.subarray(headBytes))
  }

  #group(children: Buffer): void {
    const [block] = childrenOf(children, BLOCK)
    if (block) this.#block(block, childrenOf(children, REFERENCE_BLOCK).length === 0)
  }

  #block(head: Buffer, isKey: boolean): void {
    const track = (head[0] ?? 0) & 0x7f
    const ms = this.#cluster.ms + head.readInt16BE(1)
    this.#lastMs = Math.max(this.#lastMs, ms)
    if (track !== this.#video || !isKey || this.#cluster.isCued) return
    this.#cluster.isCued = true
    this.#cues.push({ ms, at: this.#cluster.at })
  }

  #enter(headBytes: number): boolean {
    this.#drop(headBytes)
    return true
  }

  #whole(): void {
    this.#wholeTo = this.#at
  }

  #drop(bytes: number): void {
    this.#at += bytes
    this.#held = this.#held.subarray(bytes)
  }
}

const cueOf = ({ ms, at }: Cue, video: number, before: number): Buffer =>
  element(
    CUE_POINT,
    uint(CUE_TIME, ms),
    element(CUE_TRACK_POSITIONS, uint(CUE_TRACK, video), uint(CUE_CLUSTER_POSITION, before + at)),
  )

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
