import { domain, get } from '../kernel/endpoint.ts'
import { listOf } from '../kernel/page.ts'
import { HitsOfKind, SearchQuery } from './search.schema.ts'

export const searchApi = domain('search', {
  /** Of every kind whose rows the caller may look at, those of the caller's scope that have all words of the keyword. */
  find: get('/admin/v1/x/search/find', {
    input: SearchQuery,
    data: listOf(HitsOfKind),
    can: 'login',
  }),
})
