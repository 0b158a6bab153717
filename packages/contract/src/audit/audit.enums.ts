import { enumeration } from '../kernel/enumeration.ts'

/** How the audited call ended. A call that answered an error leaves no row. */
export const AuditOutcome = enumeration({
  done: ['done', '成功', 'Done'],
  /** The server ended between a write and the end of the call. */
  interrupted: ['interrupted', '中断', 'Interrupted'],
})
