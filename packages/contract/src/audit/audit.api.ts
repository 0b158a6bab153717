import { domain, get, LONG_READ } from '../kernel/endpoint.ts'
import { endlessPageOf, listOf } from '../kernel/page.ts'
import { AuditAction, AuditPerson, AuditQuery, AuditRow } from './audit.schema.ts'

export const auditApi = domain('audit', {
  list: get('/admin/v1/x/audit/list', {
    input: AuditQuery,
    data: endlessPageOf(AuditRow),
    can: 'audit.look',
    download: true,
    timeoutMs: LONG_READ.timeoutMs,
  }),
  /** The calls that leave audit rows: options of the filter. */
  actions: get('/admin/v1/x/audit/actions', { data: listOf(AuditAction), can: 'audit.look' }),
  /** The people whose rows the caller may see: options of the filter. */
  people: get('/admin/v1/x/audit/people', { data: listOf(AuditPerson), can: 'audit.look' }),
})
