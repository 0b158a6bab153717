import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Marks } from '@kaibo/contract/stage/clip.schema.ts'
import type { SayPiece } from '@kaibo/voice/pieces.ts'
import { clipKey } from '@kaibo/voice/seed.ts'
import { faultOf, soundIn } from '@kaibo/voice/sound.ts'
import { marksIn } from '@kaibo/voice/spoken.ts'
import type { Tables } from '#migrations/tables.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import type { Platform } from '#platform/platform.ts'
import { HeldSounds } from './voice.clips.held.ts'
import * as store from './voice.clips.store.ts'
import type { UsedVoice, VoiceProvider } from './voice.provider.ts'

export interface ServerClip {
  hash: string
  ms: number
  marks: Marks | null
}

interface ClipNeeds {
  blobs: Pick<BlobStore, 'write' | 'read' | 'remove'>
  provider: VoiceProvider
  /** A sentence of the room was there already. */
  onHit?: (room_id: string) => void
}

interface Claimed {
  hash: string
  blob_id: string
  pinned_until: number
}

/** Nothing takes longer: a server that began and has not ended is gone. */
export const CLIP_LEASE_MS = 30_000
const LOOK_AGAIN_MS = 100
/** A clip that is used all the time is not written each time. */
const USE_STEP_MS = 3_600_000

/** Pieces of sentences, each made once by whichever server is asked first, and kept by its key. */
export function createClips(
  { db, clock, ids, log }: Platform<Tables>,
  { blobs, provider, onHit = () => {} }: ClipNeeds,
) {
  /** What this server makes or waits for. */
  const open = new Map<string, Promise<ServerClip>>()
  const held = new HeldSounds()

  async function known(hash: string, pinned_until: number): Promise<ServerClip | undefined> {
    const row = await store.clipByHash(db.query, hash)
    if (row?.state !== 'ready') return undefined
    const now = clock.now()
    if (now - row.last_used_at >= USE_STEP_MS || pinned_until > row.pinned_until)
      await store.used(db.query, hash, {
        last_used_at: now,
        pinned_until: Math.max(pinned_until, row.pinned_until),
      })
    const marks = JSON.parse(row.marks_json ?? 'null') as Marks | null
    return { hash, ms: row.ms, marks }
  }

  async function make({ hash, blob_id, pinned_until }: Claimed, piece: SayPiece, voice: UsedVoice) {
    try {
      const signal = AbortSignal.timeout(CLIP_LEASE_MS)
      const { wav, ms, marks } = await provider.synthesize(piece.said, voice, signal)
      const sound = soundIn(wav)
      const fault = sound && faultOf(sound)
      if (fault) throw new Error(`the voice is ${fault}`)
      // A full disk silences nobody
      await blobs.write(keyOf(blob_id), [wav]).catch((err: unknown) => {
        log.warn({ err, hash }, 'a clip is not kept')
        held.hold(hash, wav)
      })
      const clip = { hash, ms, marks: marksIn(marks, piece.from) }
      const about = {
        bytes: wav.length,
        ms: Math.round(ms),
        marks_json: clip.marks && JSON.stringify(clip.marks),
        made_at: clock.now(),
        pinned_until,
      }
      // It took too long, and another server has made the same
      if (!(await store.made(db.query, { hash, blob_id }, about)))
        await blobs.remove(keyOf(blob_id))
      return clip
    } catch (error) {
      await store.forget(db.query, { hash, blob_id })
      throw error
    }
  }

  /** Another server may be at it: it is waited for, and made here if nothing comes of that. */
  async function find(hash: string, piece: SayPiece, voice: UsedVoice, pinned_until: number) {
    for (;;) {
      const clip = await known(hash, pinned_until)
      if (clip && voice.room_id !== undefined) onHit(voice.room_id)
      if (clip) return clip
      const now = clock.now()
      const blob_id = ids.next(now)
      const lease_until = now + CLIP_LEASE_MS
      if (await store.claim(db.query, { hash, blob_id, now, lease_until }))
        return make({ hash, blob_id, pinned_until }, piece, voice)
      await sleep(LOOK_AGAIN_MS)
    }
  }

  return {
    get available() {
      return provider.available
    },

    /** Rejects where it cannot be made. */
    of(piece: SayPiece, voice: UsedVoice, pinned_until = 0): Promise<ServerClip> {
      const hash = clipKey(voice.seed, piece.text)
      const begun = open.get(hash)
      if (begun)
        return begun.then(
          async (clip) => (pinned_until > 0 && (await known(hash, pinned_until))) || clip,
        )
      const clip = find(hash, piece, voice, pinned_until)
      open.set(hash, clip)
      const over = () => void open.delete(hash)
      clip.then(over, over)
      return clip
    },

    /** Its bytes; nothing where it is not there. One whose file is gone is made anew when it is asked for next. */
    async read(hash: string) {
      const row = await store.clipByHash(db.query, hash)
      if (row?.state !== 'ready') return undefined
      const sound = held.get(hash)
      if (sound) return Readable.from([sound])
      const bytes = await blobs.read(keyOf(row.blob_id))
      if (bytes) return bytes
      log.warn({ hash }, 'the file of a clip is gone')
      await store.forget(db.query, row)
      return undefined
    },

    remove: (blob_id: string) => blobs.remove(keyOf(blob_id)),
  }
}

export type Clips = ReturnType<typeof createClips>

const keyOf = (blob_id: string): string => `clip/${blob_id}`
