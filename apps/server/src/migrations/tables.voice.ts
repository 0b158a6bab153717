import type { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { ValueOf } from '@kaibo/contract/kernel/enumeration.ts'
import type {
  PortState,
  PublishState,
  ResourceKind,
  SoundFormat,
} from '@kaibo/contract/voice/voice.enums.ts'
import type { VoiceProvider } from '@kaibo/contract/voice/voice.enums.ts'
import type { Stamped } from './tables.stamped.ts'

/** What voices are spoken by. */
export interface VoiceTables {
  voice_server: Stamped & {
    server_id: string
    name: string
    provider: ValueOf<typeof VoiceProvider>
    base_url: string
    /** What the server calls it; of a natural voice the resource. */
    model: string
    format: ValueOf<typeof SoundFormat>
    publish_url: string
    api_key_sealed: string | null
    ports: number
    /** Each port holds one voice, and is changed only when it is drained. */
    swap: IsOrNot
    builtin: IsOrNot
    enabled: OpenStatus
    is_demo: IsOrNot
  }
  voice_on_server: { voice_id: string; server_id: string }
  voice_port: {
    port_id: string
    server_id: string
    number: number
    state: ValueOf<typeof PortState>
    /** Where it holds one at a time: the one that is in it. */
    voice_id: string | null
    /** The synthesis that it is busy with, until `job_until` by the database's clock. */
    job: string | null
    job_until: number
    /** Of the last failure. */
    why: string | null
    /** What it is kept drained for. */
    held_by: string | null
    since_at: number
    /** When it was tried last while it was down. */
    tried_at: number
    /** Failures since `error_since_at`, within a minute. */
    errors: number
    error_since_at: number
  }
  /** A sentence that waits for a port. */
  voice_wait: { wait_id: string; port_id: string; until: number }
  /** The port that a room speaks by. */
  voice_binding: { room_id: string; port_id: string; voice_id: string; at: number }
  voice_port_hour: {
    port_id: string
    /** Its beginning. */
    hour: number
    count: number
    errors: number
    busy_ms: number
    hits: number
    borrowed: number
    /** How often the first sound came within each of `voice.times`. */
    firsts_json: string
  }
  /** A sound that somebody tried. */
  voice_test: { test_id: string; type: string; created_by: string; bytes: number; at: number }
  voice_resource: Stamped & {
    resource_id: string
    name: string
    kind: ValueOf<typeof ResourceKind>
    upload_id: string
    sha256: string
    revision: number
    bytes: number
    is_demo: IsOrNot
    /** `ModelLicence`; of a model that was never unpacked, null. */
    licence_json: string | null
    /** The archive of which somebody has accepted it; empty for none. */
    accepted_sha256: string
  }
  voice_publish: {
    resource_id: string
    server_id: string
    state: ValueOf<typeof PublishState>
    error: string | null
    /** The one that stands there; 0 for none. */
    revision: number
    /** The file that stands there; of what was published before this was kept, null. */
    upload_id: string | null
    sha256: string | null
    /** The one that is on its way. */
    wanted: number
    at: number
    /** Its turn among the servers. */
    position: number
  }
}
