import type { IncomingHttpHeaders } from 'node:http'
import type { Lang } from '@kaibo/contract/kernel/words.ts'

/** The caller's language: English where `Accept-Language` begins with it, Chinese otherwise. */
export const langOf = (headers: IncomingHttpHeaders): Lang =>
  headers['accept-language']?.toLowerCase().startsWith('en') ? 'en' : 'zh'
