import type { AuditEntry } from '#platform/http/audit-entry.ts'

/** For whoever writes a thousand rows at once and reads them all. */
export const PATIENT = { patienceMs: 120_000, lookEveryMs: 15_000 }

/** What a call that changes a room's name hands to the audit. */
export const entry = (target: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'room.update',
  actor: { uid: 'u1', username: 'wang' },
  origin: { ip: '203.0.113.7', request_id: `r-${target}` },
  input: { room_code: target },
  target,
  before: { name: '夜谈' },
  after: { name: '早间' },
  reason: '换人',
  ...more,
})
