import { LIVE_PATH } from '@kaibo/contract/live/channel.ts'
import { legacyApi } from '@kaibo/contract/legacy/legacy.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { LiveHub } from '#platform/live/hub.ts'

/** `url` is a path: the console adds its own host, which is right behind any proxy. */
export const legacyRoutes = (live: LiveHub): Implementation[] =>
  implement(legacyApi, {
    wsInfo: async ({ actor }) => ({ url: LIVE_PATH, ticket: live.ticket(actor) }),
  })
