import * as z from 'zod/mini'
import { domain, get } from '../kernel/endpoint.ts'

/** `ticket` opens the live channel once, within 30 seconds. */
const WsInfo = z.object({ url: z.string(), ticket: z.string() })

export const legacyApi = domain('legacy', {
  wsInfo: get('/live/getWsInfo', { data: WsInfo, can: 'login' }),
})
