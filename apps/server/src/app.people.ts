import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { rights } from '@kaibo/contract/facts/rights.ts'
import { createAccounts } from '#domains/account/account.service.ts'
import { createAuth } from '#domains/auth/auth.service.ts'
import { createSharedLocks } from '#domains/auth/locks.shared.ts'
import { createPasswords } from '#domains/auth/passwords.ts'
import { createProfile } from '#domains/auth/profile.ts'
import { createSecondFactor } from '#domains/auth/second-factor.ts'
import { createSessions } from '#domains/auth/sessions.ts'
import { createGroups } from '#domains/group/group.service.ts'
import { createOrgs } from '#domains/org/org.service.ts'
import type { Uploads } from '#domains/upload/upload.service.ts'
import type { ViewService } from '#domains/view/view.service.ts'
import type { Platform } from '#platform/platform.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'

interface PeopleNeeds extends Pick<Config, 'passwordCost'> {
  uploads: Pick<Uploads, 'use' | 'release'>
  views: Pick<ViewService, 'openings'>
}

/** Who may come in, and what they may do: logins, accounts, groups, organisations. */
export function createPeople(
  platform: Platform<Tables>,
  { passwordCost, uploads, views }: PeopleNeeds,
) {
  const sessions = createSessions(platform)
  const passwords = createPasswords(passwordCost)
  const locks = createSharedLocks(platform)
  const secondFactor = createSecondFactor(platform)
  const profile = createProfile(platform, {
    sessions,
    passwords,
    locks,
    secondFactor,
    useAvatar: (trx, upload_id, uid) => uploads.use(trx, upload_id, uid, avatarOf(uid)),
    releaseAvatar: (trx, uid) => uploads.release(trx, avatarOf(uid)),
  })
  const { openings } = views
  const auth = createAuth(platform, {
    sessions,
    passwords,
    locks,
    secondFactor,
    profile,
    openings,
  })
  const accounts = createAccounts(platform, {
    hash: (password) => passwords.hash(password),
    endLogins: (trx, uids, why) => sessions.endAll(trx, uids, why),
    rightsChange: (trx) => sessions.changing(trx),
  })
  const groups = createGroups(platform, {
    allActions: rights,
    rightsChange: (trx) => sessions.changing(trx),
  })
  const orgs = createOrgs(platform, {
    hashed: (owner) => accounts.hashed(owner),
    async addOwner(trx, actor, { group_id, ...owner }, password_hash) {
      const draft = { ...NEW_OWNER, ...owner, group_ids: [group_id] }
      return (await accounts.addWithin(trx, actor, draft, password_hash)).after.uid
    },
    editOwner: accounts.editOwner,
    endLogins: (trx, uids) => sessions.endAll(trx, uids, 'org'),
    rightsChange: (trx) => sessions.changing(trx),
  })
  return { sessions, passwords, auth, profile, accounts, groups, orgs }
}

const avatarOf = (uid: string) => `avatar:${uid}`

/** What an organisation's form leaves open about the account that runs it. */
const NEW_OWNER = { area: '', is_gs: IsOrNot.not, expire_at: null } as const
