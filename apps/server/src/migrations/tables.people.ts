import type { Generated } from 'kysely'
import type { IsOrNot, OpenStatus, UserStatus } from '@kaibo/contract/facts/enums.ts'
import type { ScopeWidth } from '@kaibo/contract/group/group.rules.ts'
import type { GroupKind } from '@kaibo/contract/group/group.schema.ts'
import type { Stamped } from './tables.stamped.ts'

/** People, what they may do, and whom they belong to. */
export interface PeopleTables {
  org: Stamped & {
    id: string
    name: string
    contact: Generated<string>
    /** A game studio: its people (`is_gs`) see its back accounts. */
    is_studio: Generated<IsOrNot>
    areas_json: Generated<string | null>
    /** In hundredths of a percent. */
    share_rate: Generated<number>
    owner_uid: Generated<string | null>
    enabled: OpenStatus
    is_demo: IsOrNot
  }
  account_group: Stamped & {
    id: string
    name: string
    kind: GroupKind
    scope: ScopeWidth
    /** Entries of the menu; null for all that the actions can open. */
    menus_json: Generated<string | null>
    actions_json: string
    single_login: IsOrNot
    otp_required: IsOrNot
    enabled: OpenStatus
    built_in: IsOrNot
  }
  account: Stamped & {
    uid: string
    username: string
    nickname: string
    phone: string
    avatar: string | null
    password_hash: string
    status: UserStatus
    org_id: string | null
    area: string
    is_gs: IsOrNot
    expire_at: number | null
    last_login_at: number | null
    last_ip: string | null
    is_demo: IsOrNot
    /** The password was set by somebody else. */
    must_change: Generated<IsOrNot>
    otp_sealed: Generated<string | null>
    /** Offered and not yet confirmed. */
    otp_pending_sealed: Generated<string | null>
    /** The 30-second step of the last code that was taken: none is taken twice. */
    otp_last_step: Generated<number | null>
    preferences_json: Generated<string | null>
  }
  back_account: Stamped & {
    id: string
    name: string
    holder: string
    bank: string
    account_no_sealed: string
    /** Its last characters, as they are shown. */
    account_no_end: string
    /** By which a number is known again: nobody enters one twice. */
    account_no_hmac: string
    studio_id: string
    /** A game of the studio. */
    game_id: string | null
    note: string
    enabled: OpenStatus
    is_demo: IsOrNot
  }
}
