import * as z from 'zod/mini'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, secret, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { PortState, ServerState, SoundFormat } from './voice.enums.ts'
import { InRoom, provider } from './voice.schema.ts'

/* Voice servers and their ports. */

export const MAX_PORTS = 32
export const server_id = idOf(nouns.voiceServer)
export const port_id = idOf(nouns.voicePort)
const base_url = maybeLine(words('接口地址', 'Address'), 300)
const model = maybeLine(words('模型', 'Model'), 100)
const swap = field(words('一个端口一个音色', 'One voice a port'), oneOf(IsOrNot))
const format = field(words('声音格式', 'Format'), oneOf(SoundFormat))
const ports = field(words('端口数', 'Ports'), z.int().check(z.gte(1), z.lte(MAX_PORTS)))
const publish_url = maybeLine(words('资源发布地址', 'Where resources are published'), 300)

/** With `id` and `version` it changes one; a key that is left out then stays. */
export const ServerDraft = z
  .object({
    id: z.optional(server_id),
    version: z.optional(version),
    name: line(nouns.name, 30),
    provider,
    base_url,
    api_key: z.optional(
      secret(words('接口密钥', 'API key'), z.string().check(z.trim(), z.maxLength(500))),
    ),
    model,
    ports: z._default(ports, 1),
    swap: z._default(swap, IsOrNot.not),
    format: z._default(format, SoundFormat.wav),
    publish_url,
    enabled: z._default(enabled, OpenStatus.open),
  })
  .check(changeHasVersion)
export type ServerDraft = z.infer<typeof ServerDraft>

export const ServerRef = z.object({ server_id })

export const ServerRow = z.object({
  server_id: z.string(),
  name: z.string(),
  provider,
  base_url: z.string(),
  has_key: z.boolean(),
  model: z.string(),
  ports,
  swap,
  format,
  publish_url: z.string(),
  state: field(nouns.status, oneOf(ServerState)),
  /** The rooms that are bound to its ports. */
  rooms: field(nouns.room, z.int()),
  voices: field(nouns.voice, z.int()),
  builtin: oneOf(IsOrNot),
  enabled,
  ...stamped,
})
export type ServerRow = z.infer<typeof ServerRow>

export const ServerQuery = listQuery(['created_at', 'name'], {
  provider: z.optional(provider),
  enabled: z.optional(enabled),
  /** The one whose form is open. */
  server_id: z.optional(server_id),
})

export const PortQuery = z.object({ server_id: z.optional(server_id) })

const Named = z.object({ id: z.string(), name: z.string() })

export const PortRow = z.object({
  port_id: z.string(),
  server: Named,
  number: z.int(),
  /** What is in it, where it holds one at a time. */
  voice: z.nullable(Named),
  state: oneOf(PortState),
  /** Sentences that wait for it. */
  queue: z.int(),
  /** Of the reader's scope, those bound to it. */
  rooms: z.array(InRoom),
  /** Of the last hours that it spoke in: until the first sound, in milliseconds. */
  p50: z.nullable(z.int()),
  p95: z.nullable(z.int()),
  /** In the last hour. */
  errors: z.int(),
  /** Of the last failure. */
  why: z.nullable(z.string()),
  since: z.int(),
})
export type PortRow = z.infer<typeof PortRow>

const instant = () => z.int().check(z.gte(0))
export const StatisticQuery = z.object({
  server_id: z.optional(server_id),
  from: field(words('开始时间', 'From'), instant()),
  to: field(words('结束时间', 'To'), instant()),
})

/** One hour of one port. */
export const PortHour = z.object({
  port_id: z.string(),
  server: Named,
  number: z.int(),
  /** Its beginning. */
  at: z.int(),
  count: z.int(),
  errors: z.int(),
  busy_ms: z.int(),
  /** Sentences of its rooms that were there already. */
  hits: z.int(),
  /** Sentences of rooms that are bound elsewhere. */
  borrowed: z.int(),
  p50: z.nullable(z.int()),
  p95: z.nullable(z.int()),
})
export type PortHour = z.infer<typeof PortHour>

/** Rooms, or all of a port: their next sentence comes from `port_id`, or from where there is most room. */
export const ServerChange = z.object({
  room_codes: z._default(
    field(nouns.room, setOf(z.array(idOf(nouns.room)).check(z.maxLength(200)))),
    [],
  ),
  from_port_id: z.optional(port_id),
  port_id: z.optional(port_id),
})
export type ServerChange = z.infer<typeof ServerChange>

export const ChangeOutcome = z.object({
  room_code: z.string(),
  name: z.string(),
  ok: z.boolean(),
  /** Why not. */
  msg: z.string(),
  port: z.nullable(z.object({ port_id: z.string(), server: z.string(), number: z.int() })),
})
export type ChangeOutcome = z.infer<typeof ChangeOutcome>
