import { COMMANDS, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'
import { codeOf, readRooms, type Wanted } from '#rooms/wanted.ts'

type Known<T extends ServerToAgent['type']> = Extract<ServerToAgent, { type: T }>
type Other = Exclude<ServerToAgent, Known<'welcome' | 'desired' | 'command'>>
/** A newer server may send commands that this agent does not know: they are read, so that they can be refused. */
export type Command = Omit<Known<'command'>, 'name'> & { name: string }
export type Welcome = Known<'welcome'> & Wanted
export type Desired = Known<'desired'> & Wanted
export type Incoming = Welcome | Desired | Command | Other

/** Parses a frame of the server; `fault` and `at` say what is wrong with one that cannot be read. */
export function readIncoming(json: unknown): Incoming | { fault: string; at: string } {
  const rooms = roomsIn(json)
  const { data, error } = ServerToAgent.safeParse(
    rooms ? Object.assign({}, json, { rooms: [] }) : json,
  )
  if (data?.type === 'welcome' || data?.type === 'desired')
    return { ...data, ...readRooms(rooms ?? []) }
  if (data) return data
  const { path = [], message = '' } = error?.issues[0] ?? {}
  return laterCommand(json) ?? { fault: message, at: path.join('.') }
}

/** The rooms of a frame, to be read one by one. A frame with a room without a code is refused: it could be any room. */
function roomsIn(json: unknown): unknown[] | undefined {
  const rooms = isRecord(json) ? json['rooms'] : undefined
  if (!Array.isArray(rooms)) return undefined
  return rooms.every((one) => codeOf(one) !== undefined) ? rooms : undefined
}

function laterCommand(json: unknown): Command | undefined {
  if (!isRecord(json) || typeof json['name'] !== 'string') return undefined
  const { data } = ServerToAgent.safeParse({ ...json, name: COMMANDS[0] })
  return data?.type === 'command' ? { ...data, name: json['name'] } : undefined
}
