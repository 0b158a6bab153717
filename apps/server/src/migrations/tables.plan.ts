import type { Generated } from 'kysely'
import type { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { FiringOutcome, LatePolicy } from '@kaibo/contract/plan/plan.enums.ts'
import type { Stamped } from './tables.stamped.ts'

export interface PlanTables {
  /** When a room starts by itself. One that was deleted stays for what it has fired. */
  plan: Stamped & {
    id: string
    room_id: string
    org_id: string
    name: string
    zone: string
    date: string | null
    /** Numbers, 1 for Monday. */
    weekdays_json: string
    /** HH:MM. */
    start: string
    stop_json: string
    valid_from: string | null
    valid_to: string | null
    segments_json: string
    /** The pack of what it says; empty where it says nothing. */
    script_hash: string
    /** Of that pack the pieces that have a voice of their own, `[at, voice_id][]`; null for none. */
    voices_json: string | null
    loop: number
    late: LatePolicy
    enabled: OpenStatus
    created_by: string
    key: string | null
    /** Until then its firings have rows. */
    made_until: number | null
    is_demo: IsOrNot
    deleted_at: number | null
  }
  /** A time at which a plan is due, once by (plan_id, due_at). */
  plan_firing: {
    id: string
    plan_id: string
    room_id: string
    org_id: string
    due_at: number
    end_at: number
    /** `LivePlanStatus`. */
    status: number
    outcome: FiringOutcome | null
    detail: string | null
    detail_en: string | null
    run_id: string | null
    /** How many runs it has opened. */
    tries: Generated<number>
    /** When a server took it last: another may after a minute. */
    claimed_at: number | null
    /** When a server took it first: by this it is late. */
    first_at: number | null
    retry_at: number | null
    updated_at: number
  }
}
