import { words } from '@kaibo/contract/kernel/words.ts'
import { createPublicKey, verify } from 'node:crypto'
import { MAX_CLOCK_SKEW_MS } from '@kaibo/contract/agent/frames.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import type { Clock } from '#platform/clock.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { isId } from '#platform/ids.ts'
import type { Once } from '#platform/once.ts'
import { createPlaces, type Leave } from '#platform/places.ts'

/** The query of a request that a PC has signed. */
export interface Claim {
  pc_id: string
  ts: number
  nonce: string
  sig: string
}

/** Limit of refused upgrades per address. */
const MAX_REFUSED_PER_S = 300
/** Limits of authenticated connections that are not welcomed yet, per PC and in total. */
const ARRIVING = { each: 3, all: 2_000 }
const KEY_BYTES = 32
const USED_RETRY_AFTER_S = 1
const NONCE = /^[\w-]{16,128}$/

interface Key {
  public_key: string | null
  /** Which of the PC's keys it is: a later one has a higher number. */
  key_no: number
}

export type Admission = ReturnType<typeof createAdmission>

/** Decides who may connect. A nonce is used once, on all servers, for as long as its `ts` would be accepted. */
export function createAdmission(
  { clock, once, db }: { clock: Clock; once: Once; db: { readonly isAway: boolean } },
  keyOf: (pc_id: string) => Promise<Key | undefined>,
) {
  const arrivals = createPlaces(ARRIVING)
  const refused = new Map<string, number>()
  let second = 0

  function refusedOf(caller: string): number {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) refused.clear()
    second = now
    return refused.get(caller) ?? 0
  }

  return {
    /** Checked before any lookup, so that many bad requests cost little. Valid signatures are not counted by address. */
    mayTry: (caller: string | undefined): boolean =>
      caller === undefined || refusedOf(caller) < MAX_REFUSED_PER_S,

    wasRefused(caller: string | undefined): void {
      if (caller !== undefined) refused.set(caller, refusedOf(caller) + 1)
    },

    /** Whether the database is, without which nobody can be known. */
    isAway: () => db.isAway,

    /** Whether the limits are reached, so that checking another request is useless. */
    isCrowded: () => arrivals.isFull(),

    /** Takes a place until the connection is welcomed; after the signature check, so that only enrolled PCs take places. */
    arrive: (pc_id: string): Leave | undefined => arrivals.take(pc_id),

    /** Answers the key that it was signed with, or throws the refusal. What is signed beside the claim itself is `about`. */
    async check({ pc_id, ts, nonce, sig }: Claim, about = ''): Promise<Key> {
      // Comparisons with NaN are false: without this check NaN would always pass as a current time.
      if (!Number.isSafeInteger(ts))
        throw new HttpFault(
          400,
          Code.invalid,
          words('连接时间须为整数毫秒', 'The time of a connection must be whole milliseconds'),
        )
      const pc = isId(pc_id) ? await keyOf(pc_id) : undefined
      if (!pc)
        throw new HttpFault(
          410,
          Code.notFound,
          words('此PC已删除，请重新登记', 'This PC was deleted; enrol it again'),
        )
      const signed = `${pc_id}|${ts}|${nonce}${about}`
      if (!pc.public_key || !NONCE.test(nonce) || !isSignedBy(pc.public_key, signed, sig)) {
        throw new HttpFault(
          401,
          Code.noToken,
          words('签名不正确，请重新登记此PC', 'The signature is wrong; enrol this PC again'),
        )
      }
      const now = clock.now()
      if (Math.abs(now - ts) > MAX_CLOCK_SKEW_MS) {
        throw new HttpFault(
          409,
          Code.conflict,
          words(
            'PC时钟与服务器相差超过5分钟，请校准时间',
            'The PC’s clock is over 5 minutes from the server’s; set it',
          ),
          {
            server_time: now,
          },
        )
      }
      // 503: a proxy may have repeated the request by itself, and the PC signs another one.
      if (!(await once(`nonce ${pc_id} ${nonce}`, 2 * MAX_CLOCK_SKEW_MS)))
        throw new HttpFault(
          503,
          Code.unavailable,
          words('连接请求已用过，请重新签名', 'This request was used already; sign anew'),
          null,
          USED_RETRY_AFTER_S,
        )
      return pc
    },
  }
}

function isSignedBy(public_key: string, text: string, sig: string): boolean {
  try {
    // Reads the raw key from the end of its DER, in a tenth of the time: after a restart thousands are read at once.
    const x = Buffer.from(public_key, 'base64').subarray(-KEY_BYTES).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(sig, 'base64url'))
  } catch {
    return false
  }
}
