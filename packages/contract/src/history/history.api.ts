import { domain, get } from '../kernel/endpoint.ts'
import { HistoryPage, HistoryQuery, RecordVersion, VersionQuery } from './history.schema.ts'

/** What was written to a record, for whoever may see the record (`<kind>.look`) and histories. */
export const historyApi = domain('history', {
  list: get('/admin/v1/x/history/list', {
    input: HistoryQuery,
    data: HistoryPage,
    can: 'history.look',
  }),
  version: get('/admin/v1/x/history/version', {
    input: VersionQuery,
    data: RecordVersion,
    can: 'history.look',
  }),
})
