import * as z from 'zod/mini'
import { AuthExpireStatus, IsOrNot } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { changeOf, field, says, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { VoiceGender, VoiceProvider } from './voice.enums.ts'

export const voice_id = idOf(nouns.voice)
export const provider = field(words('提供方', 'Provider'), oneOf(VoiceProvider))
const lang = line(words('语言', 'Language'), 16)
export const gender = field(words('性别', 'Gender'), oneOf(VoiceGender))
const speed = field(words('语速', 'Speed'), z.number().check(z.gte(0.5), z.lte(2)))
const pitch = field(words('音调', 'Pitch'), z.int().check(z.gte(-10), z.lte(10)))
const volume = field(words('音量', 'Volume'), z.number().check(z.gte(0), z.lte(1)))
const engine_voice = line(words('引擎音色', 'Voice of the engine'), 100)
const server_ids = field(
  words('语音服务器', 'Voice servers'),
  setOf(z.array(idOf(nouns.voiceServer)).check(z.minLength(1), z.maxLength(64))),
)

/** What a voice sounds like beside who it is. */
export const VoiceParams = z.object({ speed, pitch, volume })
export type VoiceParams = z.infer<typeof VoiceParams>

/** Fields of the request that are the server's own. */
const OURS = ['model', 'input', 'voice', 'response_format', 'speed']
const isExtra = (text: string): boolean => {
  if (text === '') return true
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return Object.keys(value).every((key) => !OURS.includes(key))
  } catch {
    return false
  }
}

/** Sent along with each request as it stands. */
const extra = z._default(
  field(
    words('附加参数', 'Extra parameters'),
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(2_000),
        z.refine(
          isExtra,
          says(
            '{label}须为JSON对象，且不含model、input、voice、response_format、speed',
            '{label} must be a JSON object without model, input, voice, response_format and speed',
          ),
        ),
      ),
  ),
  '',
)

const holder = field(
  words('授权方', 'Licensed by'),
  z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
)
const expire_at = z.nullable(field(words('授权到期', 'Licensed until'), z.int().check(z.gte(0))))
/** Who allows the voice to be used, and how long; without an end for ever. */
export const Licence = z.object({
  holder,
  expire_at,
  note: maybeLine(words('授权说明', 'What it allows'), 200),
})
export type Licence = z.infer<typeof Licence>
const licence = z.nullable(field(words('授权', 'Licence'), Licence))

const draft = {
  name: line(nouns.name, 30),
  server_ids,
  engine_voice,
  lang: z._default(lang, 'zh-CN'),
  gender: z._default(gender, VoiceGender.neutral),
  speed: z._default(speed, 1),
  pitch: z._default(pitch, 0),
  volume: z._default(volume, 1),
  extra,
  /** Null: for all. */
  org_id: z._default(z.nullable(idOf(nouns.org)), null),
  licence: z._default(licence, null),
  /** A resource of kind `ref`, of which the voice is copied. */
  ref_id: z._default(z.nullable(idOf(words('参考音频', 'Reference audio'))), null),
  ref_text: maybeLine(words('参考音频的文字', 'Words of the reference audio'), 500),
}

export const VoiceAdd = z.object(draft)
export type VoiceAdd = z.infer<typeof VoiceAdd>

/** What is left out stays as it is. */
export const VoiceEdit = z.object({
  voice_id,
  version,
  ...changeOf(draft),
  name: z.optional(draft.name),
  server_ids: z.optional(server_ids),
  engine_voice: z.optional(engine_voice),
  ref_text: z.optional(draft.ref_text),
  enabled: z.optional(enabled),
})
export type VoiceEdit = z.infer<typeof VoiceEdit>

export const VoiceRef = z.object({ voice_id })

const Named = z.object({ id: z.string(), name: z.string() })
export const InRoom = z.object({ room_code: z.string(), name: z.string() })

export const VoiceRow = z.object({
  voice_id: z.string(),
  name: z.string(),
  provider,
  servers: field(words('语音服务器', 'Voice servers'), z.array(Named)),
  engine_voice,
  lang,
  gender,
  speed,
  pitch,
  volume,
  extra: z.string(),
  org: z.nullable(field(nouns.org, Named)),
  licence,
  expire_status: field(words('授权', 'Licence'), oneOf(AuthExpireStatus)),
  ref_id: z.nullable(z.string()),
  ref_text: z.string(),
  builtin: oneOf(IsOrNot),
  /** Those of the reader's scope that speak by it. */
  rooms: field(words('使用的直播间', 'Rooms'), z.array(InRoom)),
  enabled,
  ...stamped,
})
export type VoiceRow = z.infer<typeof VoiceRow>

export const VoiceQuery = listQuery(['created_at', 'name'], {
  server_id: z.optional(idOf(nouns.voiceServer)),
  provider: z.optional(provider),
  expire_status: z.optional(field(words('授权', 'Licence'), oneOf(AuthExpireStatus))),
  enabled: z.optional(enabled),
  /** The one whose form is open. */
  voice_id: z.optional(voice_id),
})

export const VoiceTest = z.object({
  voice_id,
  text: field(
    words('试听文字', 'Text'),
    z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  ),
  port_id: z.optional(idOf(nouns.voicePort)),
})

export const VoiceTested = z.object({
  url: z.string(),
  /** Until the first of the sound came. */
  first_ms: z.int(),
  total_ms: z.int(),
  /** How long it sounds. */
  ms: z.int(),
  /** Decibels below full scale; null of a format that the server does not look into. */
  rms_db: z.nullable(z.number()),
  silent: z.boolean(),
  clipped: z.boolean(),
  port: z.object({ port_id: z.string(), server: z.string(), number: z.int() }),
})
export type VoiceTested = z.infer<typeof VoiceTested>
