import { element, float, headOf, uint } from './room.recording.ebml.ts'

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const CUES = 0x1c53bb6b
const CUE_POINT = 0xbb
const CUE_TIME = 0xb3
const CUE_TRACK_POSITIONS = 0xb7
const CUE_TRACK = 0xf7
const CUE_CLUSTER_POSITION = 0xf1
const TIMECODE_SCALE = 0x2ad7b1
const DURATION = 0x4489
const MUXING_APP = 0x4d80
const WRITING_APP = 0x5741
/** Times are in milliseconds. */
const SCALE_NS = 1_000_000

/** Where a picture is that can be sought. */
export interface Cue {
  ms: number
  /** Of its cluster, from the first one on. */
  at: number
}

/** What a recorder says of its file before the first cluster, as it wrote it. */
export interface Beginning {
  ebml: Buffer
  tracks: Buffer
  /** The number of the track with the pictures. */
  video: number
}

/** What stands before the first cluster of a file that can be sought in. */
export function seekableHead(
  { ebml, tracks, video }: Beginning,
  { ms, bytes, cues }: { ms: number; bytes: number; cues: readonly Cue[] },
): Buffer {
  const info = element(
    INFO,
    uint(TIMECODE_SCALE, SCALE_NS),
    float(DURATION, ms),
    element(MUXING_APP, Buffer.from('kaibo')),
    element(WRITING_APP, Buffer.from('kaibo')),
  )
  const tableHead = headOf(CUES, cues.length * POINT_BYTES)
  const before = info.length + tracks.length + tableHead.length + cues.length * POINT_BYTES
  const segment = headOf(SEGMENT, before + bytes)
  return Buffer.concat([ebml, segment, info, tracks, tableHead, pointsOf(cues, video, before)])
}

const pointOf = (video: number): Buffer =>
  element(
    CUE_POINT,
    uint(CUE_TIME, 0),
    element(CUE_TRACK_POSITIONS, uint(CUE_TRACK, video), uint(CUE_CLUSTER_POSITION, 0)),
  )

/** All its numbers are of one length. */
const POINT_BYTES = pointOf(0).length
const NUMBER_BYTES = 8
const TIME_AT = headOf(CUE_POINT, 0).length + headOf(CUE_TIME, 0).length
const POSITION_AT = POINT_BYTES - NUMBER_BYTES

/** One point copied, with other numbers in it: of four hours there are thousands, and each request makes them. */
function pointsOf(cues: readonly Cue[], video: number, before: number): Buffer {
  const point = pointOf(video)
  const points = Buffer.alloc(cues.length * POINT_BYTES)
  for (const [i, { ms, at }] of cues.entries()) {
    const from = i * POINT_BYTES
    point.copy(points, from)
    points.writeBigUInt64BE(BigInt(ms), from + TIME_AT)
    points.writeBigUInt64BE(BigInt(before + at), from + POSITION_AT)
  }
  return points
}
