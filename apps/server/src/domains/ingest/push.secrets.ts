import { credentialsOf } from '#domains/lookup/credentials.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { douyinAccounts } from './push.store.ts'

export interface Known {
  account_id: string
  secret: string
}

/** The secrets by which Douyin's pushes are checked while the database is away, by the platform's room. */
export function createSecrets({ db, seal }: Pick<Platform<Tables>, 'db' | 'seal'>) {
  let known = new Map<string, Known & { sealed: string }>()
  return {
    of: (room_id: string): Known | undefined => known.get(room_id),
    /** By it a push has just been found good. */
    learn: (room_id: string, one: Known & { sealed: string }) => void known.set(room_id, one),
    async read(): Promise<void> {
      const fresh = new Map<string, Known & { sealed: string }>()
      for (const row of await douyinAccounts(db.query)) {
        const { account_id, platform_room_id, credentials_sealed: sealed } = row
        if (sealed === null) continue
        const before = known.get(platform_room_id)
        const secret =
          before?.sealed === sealed ? before.secret : credentialsOf(seal, sealed)?.push_secret
        if (secret) fresh.set(platform_room_id, { account_id, secret, sealed })
      }
      known = fresh
    },
  }
}

export type Secrets = ReturnType<typeof createSecrets>
