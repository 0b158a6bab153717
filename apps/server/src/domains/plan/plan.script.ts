import { createHash } from 'node:crypto'
import { MAX_SCRIPT_VOICES } from '@kaibo/contract/agent/clip-frames.schema.ts'
import {
  SCRIPT_FORMAT,
  type Script,
  type ScriptPiece,
} from '@kaibo/contract/agent/script.schema.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { SegmentKind } from '@kaibo/contract/plan/plan.enums.ts'
import type { Segment } from '@kaibo/contract/plan/plan.schema.ts'
import type { BundleAsset } from '@kaibo/contract/talk/bundle.schema.ts'
import { filesNamed } from '#domains/lookup/playables.ts'
import { NO_VOICE, voicesFor } from '#domains/lookup/voices.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { conflict, invalid } from '#platform/fault.ts'
import { keepScript } from './plan.store.ts'

type Files = ReadonlyMap<string, BundleAsset>

const LOUD = 100

/** The assets that a script plays. */
export const assetsIn = (segments: readonly Segment[]): string[] => [
  ...new Set(segments.flatMap((one) => (isPlayed(one) ? (one.asset_id ?? []) : []))),
]

type Played = Segment & { kind: keyof typeof CHOOSE }

const isPlayed = (one: Segment): one is Played =>
  one.kind === SegmentKind.audio || one.kind === SegmentKind.video

type Packed = Pick<Tables['plan'], 'script_hash' | 'voices_json'>

interface Fault {
  index: number
  field: 'asset_id' | 'voice_id'
  said: Words
}

/**
 * Keeps the pack of what a plan says; its hash is empty where it says nothing. A file that cannot be played, or a voice that the room
 * cannot have, is refused: in a form at its field.
 */
export async function packScript(
  q: Queryable<Tables>,
  { org_id, segments, loop }: { org_id: string; segments: readonly Segment[]; loop: boolean },
  at: number,
  refusal: (faults: readonly Fault[]) => Error = atFields,
): Promise<Packed> {
  const files = await filesOf(q, org_id, segments)
  const unplayed = segments.flatMap((segment, index): Fault[] => {
    const said = faultOf(segment, files)
    return said ? [{ index, field: 'asset_id', said }] : []
  })
  const faults = [...unplayed, ...(await voiceFaults(q, org_id, segments))]
  if (faults.length > 0) throw refusal(faults)
  return keep(q, { segments, files, loop, at })
}

const atFields = (faults: readonly Fault[]): Error =>
  invalid(
    Object.fromEntries(
      faults.map(({ index, field, said }) => [`segments.${index}.${field}`, said]),
    ),
  )

/** Whoever takes a deletion back has no form before them. */
export function notRestored([first]: readonly Fault[]): Error {
  const piece = (first?.index ?? 0) + 1
  const why = first?.said ?? NO_ASSET
  return conflict(
    words(
      `脚本第${piece}段：${why.zh}；不能撤销删除`,
      `Piece ${piece} of the script: ${why.en}; the deletion cannot be taken back`,
    ),
  )
}

/** The same of a plan that stands: what cannot be played any more is left out. */
export async function repackScript(
  q: Queryable<Tables>,
  { org_id, segments, loop }: { org_id: string; segments: readonly Segment[]; loop: boolean },
  at: number,
): Promise<Packed> {
  const files = await filesOf(q, org_id, segments)
  const sound = segments.filter((segment) => !faultOf(segment, files))
  return keep(q, { segments: sound, files, loop, at })
}

interface Keeping {
  segments: readonly Segment[]
  files: Files
  loop: boolean
  at: number
}

/** Who says a piece stands beside the pack: another voice does not begin the script anew. */
async function keep(q: Queryable<Tables>, { segments, files, loop, at }: Keeping): Promise<Packed> {
  if (segments.length === 0) return { script_hash: '', voices_json: null }
  const script: Script = { script: SCRIPT_FORMAT, loop, pieces: segments.map(pieceOf(files)) }
  const body = JSON.stringify(script)
  const hash = createHash('sha256').update(body).digest('base64url')
  await keepScript(q, { hash, body, at })
  const voices = segments.flatMap((one, place) => {
    const voice_id = voiceOf(one)
    return voice_id === undefined ? [] : [[place, voice_id] as const]
  })
  return { script_hash: hash, voices_json: voices.length === 0 ? null : JSON.stringify(voices) }
}

/** By which voice a line is said, if not by the room's. */
const voiceOf = ({ kind, voice_id }: Segment): string | undefined =>
  kind === SegmentKind.talk ? voice_id : undefined

async function voiceFaults(q: Queryable<Tables>, org_id: string, segments: readonly Segment[]) {
  const named = [...new Set(segments.flatMap((one) => voiceOf(one) ?? []))]
  const found = await voicesFor(q, org_id, named)
  const able = new Set(found.map(({ voice_id }) => voice_id))
  return segments.flatMap((segment, index): Fault[] => {
    const voice_id = voiceOf(segment)
    if (voice_id === undefined) return []
    const at = named.indexOf(voice_id)
    const said = able.has(voice_id) ? at >= MAX_SCRIPT_VOICES && MANY_VOICES : NO_VOICE
    return said ? [{ index, field: 'voice_id', said }] : []
  })
}

async function filesOf(
  q: Queryable<Tables>,
  org_id: string,
  segments: readonly Segment[],
): Promise<Files> {
  const found = await filesNamed(q, org_id, assetsIn(segments))
  return new Map(found.map((asset) => [asset.asset_id, asset]))
}

/** Why a segment cannot be played. */
function faultOf(segment: Segment, files: Files): Words | undefined {
  if (!isPlayed(segment)) return undefined
  const asset = files.get(segment.asset_id ?? '')
  if (!asset) return NO_ASSET
  return asset.plays === segment.kind ? undefined : CHOOSE[segment.kind]
}

const pieceOf =
  (files: Files) =>
  (segment: Segment): ScriptPiece => {
    const { kind, text, asset_id = '', seconds } = segment
    const asset = isPlayed(segment) ? files.get(asset_id) : undefined
    if (!asset?.plays) return { kind, text, ...(seconds !== undefined && { seconds }) }
    const { name, plays, file } = asset
    return { kind, text: name, play: { asset_id, kind: plays, file, volume: LOUD } }
  }

const NO_ASSET = words(
  '素材不存在，或这个直播间不能使用',
  'There is no such file, or this room may not use it',
)
const MANY_VOICES = words(
  `一个脚本最多用${MAX_SCRIPT_VOICES}个音色`,
  `At most ${MAX_SCRIPT_VOICES} voices in a script`,
)
const CHOOSE = {
  audio: words('请选择声音', 'Choose a sound'),
  video: words('请选择视频', 'Choose a video'),
} as const
