import {
  MAX_CLIP_ASKS,
  type ClipFrame,
  type VoiceFrame,
} from '@kaibo/contract/agent/clip-frames.schema.ts'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { cleaned } from '@kaibo/voice/clean.ts'
import { piecesOf, type SayPiece } from '@kaibo/voice/pieces.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import type { ClipAddresses } from './voice.clip-address.ts'
import type { Clips } from './voice.clips.ts'
import type { UsedVoice } from './voice.provider.ts'
import type { RoomVoices } from './voice.rooms.ts'

interface SpeechNeeds {
  clips: Pick<Clips, 'of'>
  voices: RoomVoices
  addresses: Pick<ClipAddresses, 'of'>
}

/** No plan is made further ahead. */
const MAX_PIN_MS = DAY_MS

/** Sentences of rooms, made into sound for their PCs. */
export function createSpeech(
  { db, clock, log }: Platform<Tables>,
  { clips, voices, addresses }: SpeechNeeds,
) {
  const open = new Map<string, number>()

  /** By the room's voice, and where that cannot by the others that it has. */
  async function clipOf(piece: SayPiece, by: readonly UsedVoice[], pinned_until: number) {
    let why: unknown
    for (const voice of by) {
      try {
        return await clips.of(saidBy(voice, piece), voice, pinned_until)
      } catch (error) {
        why = error
      }
    }
    throw why
  }

  async function voicesOf(pc_id: string, { room_code, voice_id }: VoiceFrame) {
    const room = await db.query
      .selectFrom('room')
      .select(['id', 'org_id'])
      .where('room_code', '=', room_code)
      .where('pc_id', '=', pc_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!room) return []
    const own = (await voices.of([room])).get(room.id)
    if (!own || voice_id === undefined || voice_id === own.order.voice_id) return own?.voices ?? []
    const other = await voices.named(room, voice_id)
    return other ? [other, ...own.voices] : own.voices
  }

  async function answer(pc_id: string, asked: VoiceFrame, send: (frame: ClipFrame) => void) {
    const { id } = asked
    const by = await voicesOf(pc_id, asked)
    if (by.length === 0) return send(refusal(id, 'no such room'))
    const now = clock.now()
    const pinned_until = Math.min(asked.keep_until ?? 0, now + MAX_PIN_MS)
    const pieces = piecesOf(asked.text, by[0]?.lexicon)
    if (pieces.length === 0) return send({ type: 'clip', id, at: 0, of: 0, pieces: [] })
    const make = (piece: SayPiece) => clipOf(piece, by, pinned_until)
    // What is said later leaves the voice to others between its pieces
    const making = asked.prepare ? undefined : pieces.map(make)
    for (const one of making ?? []) one.catch(() => {})
    for (const [at, piece] of pieces.entries()) {
      const { hash, ms, marks } = await (making?.[at] ?? make(piece))
      const url = addresses.of(hash, clock.now())
      const told = { text: piece.text, hash, ms, marks, url }
      send({ type: 'clip', id, at, of: pieces.length, pieces: [told] })
    }
  }

  return {
    /** Answers a PC piece by piece, as they are made. Never rejects. */
    async speak(pc_id: string, asked: VoiceFrame, send: (frame: ClipFrame) => void): Promise<void> {
      const count = open.get(pc_id) ?? 0
      if (count >= MAX_CLIP_ASKS) return send(refusal(asked.id, 'too many at once'))
      open.set(pc_id, count + 1)
      try {
        await answer(pc_id, asked, send)
      } catch (error) {
        log.info({ err: error, pc_id }, 'a sentence was not made into sound')
        send(refusal(asked.id, 'not made'))
      } finally {
        const left = (open.get(pc_id) ?? 1) - 1
        if (left > 0) open.set(pc_id, left)
        else open.delete(pc_id)
      }
    },
  }
}

export type Speech = ReturnType<typeof createSpeech>

/** Another voice reads words in another way, also of a sentence that was cut for the first. */
function saidBy({ lexicon }: UsedVoice, piece: SayPiece): SayPiece {
  const { text: said, from } = cleaned(piece.text, lexicon)
  return { text: piece.text, said, from }
}

const refusal = (id: string, fault: string): ClipFrame => ({
  type: 'clip',
  id,
  at: 0,
  of: 0,
  pieces: [],
  fault,
})
