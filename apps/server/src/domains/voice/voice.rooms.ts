import * as z from 'zod/mini'
import {
  MAX_PC_LEXICON,
  type ScriptVoices,
  type Sounding,
  type VoiceOrder,
} from '@kaibo/contract/agent/clip-frames.schema.ts'
import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { VoiceSeed } from '@kaibo/contract/stage/voice-seed.schema.ts'
import { EMBEDDED, NATURAL } from '@kaibo/voice/seed.ts'
import type { Lexicon } from '@kaibo/voice/lexicon.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Platform } from '#platform/platform.ts'
import { AS_WRITTEN, type Lexicons, type Readings } from './voice.lexicons.ts'
import type { UsedVoice } from './voice.provider.ts'

const BUILTIN = 'builtin:embedded'

/** What a room does to its voice: times as fast, semitones higher, times as loud. */
const Chosen = z.object({
  voice_id: z.string(),
  speed: z.number(),
  pitch: z.number(),
  volume: z.number(),
  fallback_id: z.optional(z.string()),
})
type Chosen = z.infer<typeof Chosen>
const Params = z.object({ speed: z.number(), pitch: z.number(), volume: z.number() })
const EVEN: Chosen = { voice_id: BUILTIN, speed: 1, pitch: 0, volume: 1 }

export interface RoomVoice {
  order: VoiceOrder
  /** By which it speaks: the second where the first cannot. */
  voices: UsedVoice[]
}

type Row = Awaited<ReturnType<typeof voicesById>>[number]
interface Of {
  id: string
  org_id: string
  /** What it says by plan. */
  script?: ScriptVoices | undefined
}

/** How rooms sound. One that has chosen nothing, or whose voice is gone, has the voice that comes with the program. */
export function createRoomVoices(
  { db, clock }: Pick<Platform<Tables>, 'db' | 'clock'>,
  lexicons: Lexicons,
) {
  return {
    async of(rooms: readonly Of[]): Promise<Map<string, RoomVoice>> {
      const chosen = await chosenBy(
        db.query,
        rooms.map(({ id }) => id),
      )
      const ids = [...chosen.values()].flatMap((one) =>
        [one.voice_id, one.fallback_id ?? []].flat(),
      )
      const inScripts = rooms.flatMap(({ script }) => script?.pieces.map(([, id]) => id) ?? [])
      const rows = await voicesById(db.query, [BUILTIN, ...ids, ...inScripts])
      const models = await modelsOf(db.query, rows)
      const readings = await lexicons.of(rows.map(({ voice_id }) => voice_id))
      const known = { rows, readings, models, now: clock.now() }
      return new Map(
        rooms.map((room) => {
          const choice = chosen.get(room.id) ?? EVEN
          const { order, voices } = voiceOf(room, choice, known)
          const script = scriptIn(room, choice, known)
          return [room.id, { order: { ...order, ...(script && { script }) }, voices }]
        }),
      )
    },

    /** Another voice of the room's organisation, as loud and fast as it is by itself. */
    async named({ id, org_id }: Of, voice_id: string): Promise<UsedVoice | undefined> {
      const rows = await voicesById(db.query, [voice_id])
      const row = ableIn(rows, org_id, voice_id)
      const readings = await lexicons.of([voice_id])
      return row && usedOf(row, EVEN, { readings, room_id: id })
    },
  }
}

export type RoomVoices = ReturnType<typeof createRoomVoices>

interface Known {
  rows: readonly Row[]
  readings: ReadonlyMap<string, Readings>
  models: ReadonlyMap<string, PackedFile>
  now: number
}

function usedOf(
  row: Row,
  chosen: Chosen,
  { readings, room_id }: Pick<Known, 'readings'> & { room_id: string },
): UsedVoice {
  const { voice_id } = row
  const { hash, lexicon } = readings.get(voice_id) ?? AS_WRITTEN
  return { voice_id, seed: { ...seedOf(row, chosen), lexicon: hash }, lexicon, room_id }
}

function voiceOf({ id, org_id }: Of, chosen: Chosen, known: Known): RoomVoice {
  const { rows, readings } = known
  const named = [chosen.voice_id, chosen.fallback_id, BUILTIN].flatMap((voice_id) => {
    const row = voice_id === undefined ? undefined : ableIn(rows, org_id, voice_id)
    return row ? [row] : []
  })
  const voices = named.map((row) => usedOf(row, chosen, { readings, room_id: id }))
  const [row] = named
  const [first = { voice_id: BUILTIN, seed: EMBEDDED }] = voices
  return { order: soundingOf(first, volumeOf(row, chosen), known), voices: unique(voices) }
}

/** The voices of single lines, as fast and high as they are by themselves. What the room may not use any more it says by its own. */
function scriptIn(
  { id, org_id, script }: Of,
  chosen: Chosen,
  known: Known,
): VoiceOrder['script'] | undefined {
  const { rows, readings, now } = known
  const ids = [...new Set(script?.pieces.map(([, voice_id]) => voice_id))]
  const able = ids.flatMap((voice_id) => ableIn(rows, org_id, voice_id) ?? [])
  const voices = able
    .filter(({ expire_at }) => expire_at === null || expire_at > now)
    .map((row) =>
      soundingOf(usedOf(row, EVEN, { readings, room_id: id }), volumeOf(row, chosen), known),
    )
  if (!script || voices.length === 0) return undefined
  const isHeard = ([, named]: readonly [number, string]) =>
    voices.some(({ voice_id }) => voice_id === named)
  return { hash: script.hash, voices, pieces: script.pieces.filter(isHeard) }
}

/** As PCs are told it. */
function soundingOf(
  { voice_id, seed, lexicon: words = [] }: UsedVoice,
  volume: number,
  { models }: Pick<Known, 'models'>,
): Sounding {
  const lexicon = forPcs(words)
  const model = seed.provider === NATURAL ? models.get(seed.model) : undefined
  return { voice_id, seed, volume, ...(lexicon && { lexicon }), ...(model && { model }) }
}

/** Of any voice it is the room that is loud. */
const volumeOf = (row: Row | undefined, chosen: Chosen): number =>
  within((row ? paramsOf(row).volume : 1) * chosen.volume, 0, 2)

/** A PC without the server reads by a short lexicon as well; a long one stays here. */
const forPcs = (lexicon: Lexicon): [string, string][] | undefined =>
  lexicon.length > 0 && lexicon.length <= MAX_PC_LEXICON
    ? lexicon.map(([word, reading]) => [word, reading])
    : undefined

const unique = (voices: readonly UsedVoice[]): UsedVoice[] =>
  voices.filter((one, at) => voices.findIndex(({ voice_id }) => voice_id === one.voice_id) === at)

const ableIn = (rows: readonly Row[], org_id: string, voice_id: string): Row | undefined =>
  rows.find(
    (row) =>
      row.voice_id === voice_id &&
      row.enabled === OpenStatus.open &&
      (row.org_id === null || row.org_id === org_id),
  )

/** What was changed of a voice is in its version; the one that comes with the program changes with it alone. */
function seedOf(row: Row, { speed, pitch }: Chosen): VoiceSeed {
  const own = paramsOf(row)
  return {
    ...EMBEDDED,
    provider: row.provider,
    model: modelOf(row),
    voice: row.engine_voice,
    speed: within(own.speed * speed, 0.5, 2),
    pitch: within(own.pitch + pitch, -12, 12),
  }
}

/** A model is known by its hash, so that a PC that has it makes the same clip. */
function modelOf({ provider, voice_id, version, model }: Row): string {
  if (provider === 'embedded') return EMBEDDED.model
  return provider === NATURAL && model ? model : `${voice_id} ${version}`
}

const paramsOf = (row: Row) => Params.safeParse(JSON.parse(row.params_json)).data ?? EVEN

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value))

const voicesById = (q: Queryable<Tables>, ids: readonly string[]) =>
  q
    .selectFrom('voice')
    .selectAll('voice')
    .select((is) =>
      is
        .selectFrom('voice_on_server as there')
        .innerJoin('voice_server as server', 'server.server_id', 'there.server_id')
        .select((of) => of.fn.min('server.model').as('model'))
        .whereRef('there.voice_id', '=', 'voice.voice_id')
        .as('model'),
    )
    .where('voice_id', 'in', [...new Set(ids)])
    .execute()

/** What rooms have chosen for what viewers hear now. */
async function chosenBy(
  q: Queryable<Tables>,
  room_ids: readonly string[],
): Promise<Map<string, Chosen>> {
  if (room_ids.length === 0) return new Map()
  const rows = await q
    .selectFrom('room_part')
    .select(['room_id', 'value_json', 'live_json'])
    .where('room_id', 'in', room_ids)
    .where('part', '=', 'anchor')
    .execute()
  return new Map(
    rows.flatMap(({ room_id, value_json, live_json }) => {
      const { data } = z
        .object({ voice: Chosen })
        .safeParse(JSON.parse(live_json ?? value_json ?? 'null'))
      return data ? [[room_id, data.voice] as const] : []
    }),
  )
}

/** The files of the models that these voices speak by, by hash: PCs may have them themselves. */
async function modelsOf(
  q: Queryable<Tables>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, PackedFile>> {
  const hashes = rows.flatMap(({ provider, model }) =>
    provider === NATURAL && model ? [model] : [],
  )
  if (hashes.length === 0) return new Map()
  const found = await q
    .selectFrom('voice_resource')
    .select(['resource_id', 'sha256', 'bytes'])
    .where('kind', '=', 'model')
    .where('sha256', 'in', hashes)
    .execute()
  return new Map(
    found.map(({ resource_id, sha256, bytes }) => [
      sha256,
      { asset_id: resource_id, sha256, bytes, type: MODEL_TYPE },
    ]),
  )
}

const MODEL_TYPE = 'application/x-bzip2'
