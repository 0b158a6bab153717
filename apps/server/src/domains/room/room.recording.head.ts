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
  const table = (before: number) =>
    element(CUES, ...cues.map((cue) => cuePoint(cue, video, before)))
  // Its numbers are all of one length
  const before = info.length + tracks.length + table(0).length
  return Buffer.concat([ebml, headOf(SEGMENT, before + bytes), info, tracks, table(before)])
}

const cuePoint = ({ ms, at }: Cue, video: number, before: number): Buffer =>
  element(
    CUE_POINT,
    uint(CUE_TIME, ms),
    element(CUE_TRACK_POSITIONS, uint(CUE_TRACK, video), uint(CUE_CLUSTER_POSITION, before + at)),
  )
