import { COMMANDS, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'
import { codeOf, readRooms, type Wanted } from '#rooms/wanted.ts'

type Known<T extends ServerToAgent['type']> = Extract<ServerToAgent, { type: T }>
type Other = Exclude<ServerToAgent, Known<'welcome' | 'desired' | 'command'>>
/** A later server may know commands that we do not: they are read, so that they can be refused. */
export type Command = Omit<Known<'command'>, 'name'> & { name: string }
export type Welcome = Known<'welcome'> & Wanted
export type Desired = Known<'desired'> & Wanted
export type Incoming = Welcome | Desired | Command | Other

/** What the server says, or what is wrong with it. */
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

/** To be read one by one. Of rooms without a code nobody could say which are to go on: such a frame is not taken. */
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
