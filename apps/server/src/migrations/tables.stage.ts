import type { AssetType, IsOrNot, ModelType, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { AssetKind, AssetUser } from '@kaibo/contract/asset/asset.enums.ts'
import type { VoiceGender, VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { Stamped } from './tables.stamped.ts'

/** What stands on stages and how it sounds. `org_id` null: for all; `expire_at` null: licensed for ever. */
export interface StageTables {
  asset: Stamped & {
    asset_id: string
    kind: AssetKind
    name: string
    /** Of an actor a `ModelType`, of what lies over or under it an `AssetType`. */
    type: ValueOf<typeof ModelType> | ValueOf<typeof AssetType>
    /** What it is made of; of what comes with the program nothing. */
    parts_json: string
    tags_json: string
    org_id: string | null
    licence_json: string | null
    expire_at: number | null
    builtin: IsOrNot
    deleted_at: number | null
    created_by: string | null
    /** Of whoever made it: the same again makes no second. */
    client_key: string | null
  }
  /** Which part of what uses an asset. */
  asset_use: { asset_id: string; user_kind: AssetUser; user_id: string; part: string }
  voice: Stamped & {
    voice_id: string
    name: string
    provider: ValueOf<typeof VoiceProvider>
    /** What its provider calls it. */
    engine_voice: string
    lang: string
    gender: ValueOf<typeof VoiceGender>
    /** Speed, pitch and volume. */
    params_json: string
    org_id: string | null
    licence_json: string | null
    expire_at: number | null
    builtin: IsOrNot
    enabled: OpenStatus
  }
  /** Pieces of sentences that were made into sound, by the key that their PCs know as well. */
  voice_clip: {
    hash: string
    /** `making` until `lease_until`; who comes after that makes it. */
    state: 'making' | 'ready'
    lease_until: number
    /** Where its bytes are, in the blob store. */
    blob_id: string
    bytes: number
    ms: number
    /** The places of its words are those of the piece's text. */
    marks_json: string | null
    made_at: number
    last_used_at: number
    /** A plan says it: it stays until then. */
    pinned_until: number
  }
}
