import { domain, get } from '../kernel/endpoint.ts'
import { SystemState } from './system.schema.ts'

export const systemApi = domain('system', {
  /** Only for callers that see all data: servers are shared by all organisations. */
  state: get('/admin/v1/x/system/state', { data: SystemState, can: 'system.look' }),
})
