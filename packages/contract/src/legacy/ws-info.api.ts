import * as z from 'zod/mini'
import { domain, get } from '../kernel/endpoint.ts'

/* Apart from the other old calls: every console asks it first, and would fetch their shapes of rooms, plans and assets with it. */

/** `ticket` opens the live channel once, within 30 seconds. */
const WsInfo = z.object({ url: z.string(), ticket: z.string() })

export const wsInfoApi = domain('legacy', {
  wsInfo: get('/live/getWsInfo', { data: WsInfo, can: 'login' }),
})
