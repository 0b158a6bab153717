import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import type { ChangeOutcome, ServerChange } from '@kaibo/contract/voice/voice.server.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { within } from '#platform/db/within.ts'
import { invalid, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { inOrder, type Ports } from './voice.ports.ts'
import * as store from './voice.ports.store.ts'

interface Moving {
  id: string
  room_code: string
  name: string
  port_id: string | null
  voice_id: string | null
}

/** Moves rooms to other ports: what they say now ends where it began, the next sentence comes from the new one. */
export function createChange({ db, clock }: Platform<Tables>, ports: Pick<Ports, 'changed'>) {
  return async function change(
    actor: Actor,
    { room_codes, from_port_id, port_id }: ServerChange,
    lang: Lang,
  ): Promise<ChangeOutcome[]> {
    if ((room_codes.length === 0) === (from_port_id === undefined))
      throw invalid({ room_codes: ONE_OF })
    if (port_id !== undefined && port_id === from_port_id) throw invalid({ port_id: SAME })
    const touched = new Set<string>()
    const outcomes = await db.transaction(async (trx) => {
      touched.clear()
      if (port_id !== undefined) await assertPort(trx, port_id)
      if (from_port_id !== undefined) await drain(trx, from_port_id)
      const rooms = await roomsToMove(trx, actor, room_codes, from_port_id)
      const answers: ChangeOutcome[] = []
      for (const room of rooms) {
        const { room_code, name } = room
        const able = await store.portsFor(trx, db.dialect, { voice_id: room.voice_id ?? '' })
        const others = able.filter((port) => port.port_id !== from_port_id)
        const to = target(room, others, port_id)
        if ('zh' in to) {
          answers.push({ room_code, name, ok: false, msg: to[lang], port: null })
          continue
        }
        const at = clock.now()
        const voice_id = room.voice_id ?? ''
        await store.bind(trx, { room_id: room.id, port_id: to.port_id, voice_id, at })
        for (const one of [room.port_id, to.port_id]) if (one !== null) touched.add(one)
        const port = { port_id: to.port_id, server: to.server_name, number: to.number }
        answers.push({ room_code, name, ok: true, msg: '', port })
      }
      return answers
    })
    if (from_port_id !== undefined) touched.add(from_port_id)
    ports.changed([...touched])
    return outcomes
  }
}

/** Its sentence ends; nobody begins another before that. */
async function drain(trx: Queryable<Tables>, port_id: string): Promise<void> {
  await assertPort(trx, port_id)
  await trx
    .updateTable('voice_port')
    .set({ state: 'draining' })
    .where('port_id', '=', port_id)
    .where('state', 'in', ['busy', 'loading'])
    .execute()
}

async function assertPort(trx: Queryable<Tables>, port_id: string): Promise<void> {
  await hold(trx, 'voice_port', 'port_id', port_id)
  const port = await trx
    .selectFrom('voice_port')
    .select('port_id')
    .where('port_id', '=', port_id)
    .executeTakeFirst()
  if (!port) throw notFound(nouns.voicePort)
}

/** Of the actor's rooms those that are named, or all that are bound to the port. */
async function roomsToMove(
  trx: Queryable<Tables>,
  { scope }: Actor,
  room_codes: readonly string[],
  from_port_id: string | undefined,
): Promise<Moving[]> {
  const rooms = trx
    .selectFrom('room')
    .leftJoin('voice_binding as bound', 'bound.room_id', 'room.id')
    .select(['room.id', 'room.room_code', 'room.name', 'bound.port_id', 'bound.voice_id'])
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .orderBy('room.name')
  if (from_port_id !== undefined) return rooms.where('bound.port_id', '=', from_port_id).execute()
  const found = await rooms.where('room.room_code', 'in', [...room_codes]).execute()
  if (found.length < new Set(room_codes).size) throw notFound(nouns.room)
  return found
}

/** The port that a room moves to, or why it cannot. */
function target(
  { voice_id, port_id: present }: Moving,
  able: readonly store.Able[],
  port_id: string | undefined,
): store.Able | Words {
  if (voice_id === null || present === null) return NOT_BOUND
  if (port_id !== undefined) return able.find((port) => port.port_id === port_id) ?? NO_VOICE
  const usable = able.filter(({ state }) => state !== 'down' && state !== 'draining')
  const others = usable.filter((port) => port.port_id !== present)
  return inOrder(others, voice_id)[0] ?? NO_OTHER
}

const ONE_OF = words(
  '请选择直播间，或选择一个要腾空的端口',
  'Choose rooms, or a port to be emptied',
)
const SAME = words('请选择另一个端口', 'Choose another port')
const NOT_BOUND = words('还没有开口，没有绑定端口', 'It has not spoken yet: it is bound to no port')
const NO_VOICE = words('目标端口没有此音色', 'The port does not have this voice')
const NO_OTHER = words('没有别的端口可用', 'No other port can be used')
