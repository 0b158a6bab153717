import { createHash } from 'node:crypto'
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
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid } from '#platform/fault.ts'
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

/** Keeps the pack of what a plan says; answers its hash, which is empty where it says nothing. 1001 at a file that cannot be played. */
export async function packScript(
  q: Queryable<Tables>,
  { org_id, segments, loop }: { org_id: string; segments: readonly Segment[]; loop: boolean },
  at: number,
): Promise<string> {
  const files = await filesOf(q, org_id, segments)
  const faults = segments.flatMap((segment, index) => {
    const said = faultOf(segment, files)
    return said ? [[`segments.${index}.asset_id`, said] as const] : []
  })
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
  return keep(q, segments.map(pieceOf(files)), loop, at)
}

/** The same of a plan that stands: what cannot be played any more is left out. */
export async function repackScript(
  q: Queryable<Tables>,
  { org_id, segments, loop }: { org_id: string; segments: readonly Segment[]; loop: boolean },
  at: number,
): Promise<string> {
  const files = await filesOf(q, org_id, segments)
  const sound = segments.filter((segment) => !faultOf(segment, files))
  return keep(q, sound.map(pieceOf(files)), loop, at)
}

async function keep(
  q: Queryable<Tables>,
  pieces: readonly ScriptPiece[],
  loop: boolean,
  at: number,
): Promise<string> {
  if (pieces.length === 0) return ''
  const script: Script = { script: SCRIPT_FORMAT, loop, pieces: [...pieces] }
  const body = JSON.stringify(script)
  const hash = createHash('sha256').update(body).digest('base64url')
  await keepScript(q, { hash, body, at })
  return hash
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
const CHOOSE = {
  audio: words('请选择声音', 'Choose a sound'),
  video: words('请选择视频', 'Choose a video'),
} as const
