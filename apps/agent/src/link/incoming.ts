import { COMMANDS, ServerToAgent } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

type KnownCommand = Extract<ServerToAgent, { type: 'command' }>
/** A later server may know commands that we do not: they are read, so that they can be refused. */
export type Command = Omit<KnownCommand, 'name'> & { name: string }
export type Incoming = Exclude<ServerToAgent, KnownCommand> | Command

/** What the server says, or what is wrong with it. */
export function readIncoming(json: unknown): Incoming | { fault: string; at: string } {
  const { success, data, error } = ServerToAgent.safeParse(json)
  if (success) return data
  const { path = [], message = '' } = error.issues[0] ?? {}
  return laterCommand(json) ?? { fault: message, at: path.join('.') }
}

function laterCommand(json: unknown): Command | undefined {
  if (!isRecord(json) || typeof json['name'] !== 'string') return undefined
  const { data } = ServerToAgent.safeParse({ ...json, name: COMMANDS[0] })
  return data?.type === 'command' ? { ...data, name: json['name'] } : undefined
}
