import type { Readable } from 'node:stream'
import { expireStatusOf } from '@kaibo/contract/account/account.rules.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { about, words } from '@kaibo/contract/kernel/words.ts'
import type { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { TRIAL_PATH } from '@kaibo/contract/voice/voice.paths.ts'
import type { VoiceTested } from '@kaibo/contract/voice/voice.schema.ts'
import { cleaned, isSpeakable } from '@kaibo/voice/clean.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { BlobStore } from '#platform/blob/blob.ts'
import { conflict, fault, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { isSameText } from '#platform/same-text.ts'
import { EngineFault } from './voice.engine.ts'
import { AS_WRITTEN, type Lexicons } from './voice.lexicons.ts'
import type { Ports } from './voice.ports.ts'
import { portsFor } from './voice.ports.store.ts'
import type { Voices } from './voice.service.ts'
import { heardIn } from './voice.sound.ts'

/** Before the console itself gives up. */
const WITHIN_MS = 28_000
const KEPT_MS = 600_000

interface TrialNeeds {
  voices: Pick<Voices, 'byId'>
  ports: Pick<Ports, 'speak'>
  blobs: Pick<BlobStore, 'write' | 'read' | 'remove'>
  lexicons: Lexicons
}

/** Sounds that people have made to hear what a voice is like. They are kept for ten minutes. */
export function createTrials(
  { db, clock, ids, seal }: Platform<Tables>,
  { voices, ports, blobs, lexicons }: TrialNeeds,
) {
  const sign = (test_id: string) => seal.sign('voice-test', test_id)

  return {
    async test(
      actor: Actor,
      { voice_id, text, port_id }: ParsedOf<typeof voiceApi.test>,
      gone: AbortSignal,
    ): Promise<VoiceTested> {
      const voice = await voices.byId(db.query, actor, voice_id)
      if (
        expireStatusOf(voice.licence?.expire_at ?? null, clock.now()) === AuthExpireStatus.expired
      )
        throw conflict(EXPIRED)
      const able = await portsFor(db.query, db.dialect, { voice_id })
      if (able.length === 0) throw fault(Code.unavailable, NO_SERVER)
      if (port_id !== undefined && !able.some((port) => port.port_id === port_id))
        throw notFound(nouns.voicePort)
      const { lexicon } = (await lexicons.of([voice_id])).get(voice_id) ?? AS_WRITTEN
      const { text: spoken } = cleaned(text, lexicon)
      if (!isSpeakable(spoken)) throw conflict(NOTHING_TO_SAY)
      const late = AbortSignal.timeout(WITHIN_MS)
      const wanted = { voice_id, text: spoken, ...(port_id !== undefined && { port_id }) }
      const made = await ports
        .speak(wanted, AbortSignal.any([gone, late]))
        .catch((error: unknown) => {
          if (error instanceof EngineFault) throw fault(Code.noAnswer, about(FAILED, error.words))
          throw late.aborted ? fault(Code.noAnswer, LATE) : error
        })
      const { bytes, type, ms, first_ms, total_ms } = made
      const at = clock.now()
      const test_id = ids.next(at)
      await db.query
        .insertInto('voice_test')
        .values({ test_id, type, created_by: actor.uid, bytes: bytes.length, at })
        .execute()
      await blobs.write(keyOf(test_id), [bytes])
      const heard = type === 'audio/wav' ? heardIn(bytes) : { ms, ...NOT_READ }
      const port = able.find((one) => one.port_id === made.port_id)
      return {
        url: `${TRIAL_PATH}${test_id}?signature=${sign(test_id)}`,
        first_ms,
        total_ms,
        ...heard,
        port: {
          port_id: made.port_id,
          server: port?.server_name ?? '',
          number: port?.number ?? 0,
        },
      }
    },

    /** Nothing for an address that is not ours, or too old. */
    async read(
      test_id: string,
      signature: unknown,
    ): Promise<{ type: string; bytes: number; body: Readable } | undefined> {
      if (typeof signature !== 'string' || !isSameText(signature, sign(test_id))) return undefined
      const row = await db.query
        .selectFrom('voice_test')
        .select(['type', 'bytes'])
        .where('test_id', '=', test_id)
        .where('at', '>', clock.now() - KEPT_MS)
        .executeTakeFirst()
      const body = row && (await blobs.read(keyOf(test_id)))
      return row && body && { ...row, body }
    },

    async collect(): Promise<void> {
      const old = await db.query
        .selectFrom('voice_test')
        .select('test_id')
        .where('at', '<=', clock.now() - KEPT_MS)
        .limit(200)
        .execute()
      for (const { test_id } of old) {
        await blobs.remove(keyOf(test_id))
        await db.query.deleteFrom('voice_test').where('test_id', '=', test_id).execute()
      }
    },
  }
}

export type Trials = ReturnType<typeof createTrials>

const keyOf = (test_id: string): string => `voicetest/${test_id}`

/** Of a format that is not read here. */
const NOT_READ = { rms_db: null, silent: false, clipped: false } as const

const FAILED = words('试听失败', 'The trial failed')
const LATE = words('语音服务器没有在30秒内应答', 'The voice server did not answer within 30 s')
const EXPIRED = words('音色授权已过期，请先续期', 'The voice’s licence has run out; renew it first')
const NO_SERVER = words('这个音色没有启用的语音服务器', 'No enabled voice server has this voice')
const NOTHING_TO_SAY = words('这段文字没有能读出来的内容', 'There is nothing to say in this text')
