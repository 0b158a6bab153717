import { LIVE_PATH } from '@kaibo/contract/live/channel.ts'
import { legacyApi } from '@kaibo/contract/legacy/legacy.api.ts'
import type { Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { implement, type Handler, type Implementation } from '#platform/http/implement.ts'
import type { LiveHub } from '#platform/live/hub.ts'

/** The calls whose other address an old call is. */
const SAME = {
  createRoom: 'room.create',
  updateRoom: 'room.update',
  detail: 'room.info',
} as const

/** `standing`: every call that has an address of its own today. */
export function legacyRoutes(live: LiveHub, standing: readonly Implementation[]): Implementation[] {
  const handlers = new Map(standing.map(({ endpoint, handler }) => [endpoint.name, handler]))
  /** Its shapes are those of the old call: both are lines of the contract over the same schemas. */
  function handlerOf<E extends Endpoint>(verb: keyof typeof SAME): Handler<E> {
    const handler = handlers.get(SAME[verb])
    if (!handler) throw new Error(`no call stands for legacy.${verb}`)
    return handler as Handler<E>
  }
  return implement(legacyApi, {
    /** `url` is a path: the console adds its own host, which is right behind any proxy. */
    wsInfo: async ({ actor }) => ({ url: LIVE_PATH, ticket: live.ticket(actor) }),
    createRoom: handlerOf('createRoom'),
    updateRoom: handlerOf('updateRoom'),
    detail: handlerOf('detail'),
  })
}
