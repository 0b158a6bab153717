import { storable } from '@kaibo/contract/live/event.ts'
import type { AuditEntry } from '#platform/http/audit-entry.ts'
import type { NewRow } from './audit.chain.ts'

/** Texts are made storable before hashing: if the database altered them, the stored row would not match its hash. */
export const rowOf = (entry: AuditEntry, at: number, outcome: string | null): NewRow => ({
  at,
  uid: entry.actor.uid,
  username: storable(entry.actor.username),
  org_id: entry.actor.org_id ?? null,
  action: entry.action,
  target: storable(entry.target ?? ''),
  target_id: entry.target_id === undefined ? null : storable(entry.target_id),
  ip: entry.origin.ip,
  request_id: entry.origin.request_id,
  input_json: JSON.stringify(entry.input ?? null),
  before_json: json(entry.before),
  after_json: json(entry.after),
  reason: entry.reason === undefined ? null : storable(entry.reason),
  outcome,
})

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
