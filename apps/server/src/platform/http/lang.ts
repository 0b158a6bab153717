import type { IncomingHttpHeaders } from 'node:http'
import type { Lang } from '@kaibo/contract/kernel/words.ts'

/** In which language the caller reads: English where they ask for it first, Chinese otherwise. */
export const langOf = (headers: IncomingHttpHeaders): Lang =>
  headers['accept-language']?.startsWith('en') ? 'en' : 'zh'
