import { words } from '@kaibo/contract/kernel/words.ts'
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { invalid } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './profile.store.ts'

type Q = Queryable<Tables>

const ISSUER = 'Kaibo'
const SECRET_BYTES = 20
const STEP_MS = 30_000
/** A clock may be one step off, either way. */
const WINDOW = 1
const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 12

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Time-based codes (RFC 6238) of an app, and recovery codes for when the telephone is lost. */
export function createSecondFactor({ clock, ids, seal }: Platform<Tables>) {
  /** The time step that a code belongs to; undefined where it is not the present, last or next one. */
  function stepOf(sealed: string, code: string): number | undefined {
    const timestamp = clock.now()
    const delta = totp('', seal.open(sealed)).validate({ token: code, timestamp, window: WINDOW })
    return delta === null ? undefined : Math.floor(timestamp / STEP_MS) + delta
  }

  return {
    offer(username: string) {
      const secret = new Secret({ size: SECRET_BYTES }).base32
      return { sealed: seal.close(secret), secret, uri: totp(username, secret).toString() }
    },

    /** Accepts a code or a recovery code, each only once; throws 1001 at the field. */
    async take(q: Q, uid: string, sealed: string, given: string): Promise<void> {
      const code = given.replaceAll(/[\s-]/g, '').toUpperCase()
      if (/^\d{6}$/.test(code)) {
        const step = stepOf(sealed, code)
        if (step !== undefined && (await store.takeStep(q, uid, step))) return
      } else if (await store.takeRecoveryCode(q, uid, hashOf(code), clock.now())) return
      throw invalid({
        otp: words(
          '动态验证码不正确或已使用，请输入最新的一个',
          'That code is wrong or was used; enter the latest one',
        ),
      })
    },

    /** Replaces the recovery codes. They are answered here only; the database keeps hashes. */
    async renewCodes(q: Q, uid: string): Promise<string[]> {
      const codes = Array.from({ length: RECOVERY_CODES }, () => ids.code(RECOVERY_LENGTH))
      await store.setRecoveryCodes(q, uid, codes.map(hashOf))
      return codes.map((code) => code.replaceAll(/.{4}(?=.)/g, '$&-'))
    },
  }
}

/** A fast hash suffices: a code has 58 random bits, too many to find by trying. */
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

const totp = (label: string, secret: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) })
