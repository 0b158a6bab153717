import { LIVE_PATH } from '@kaibo/contract/live/channel.ts'
import { legacyApi } from '@kaibo/contract/legacy/legacy.api.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import type { Endpoint, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { Fault } from '#platform/fault.ts'
import { implement, type Handler, type Implementation } from '#platform/http/implement.ts'
import type { LiveHub } from '#platform/live/hub.ts'

type OneFile = ParsedOf<typeof legacyApi.createMaterial>

/** The calls whose other address an old call is. */
const SAME = {
  createRoom: 'room.create',
  updateRoom: 'room.update',
  detail: 'room.info',
  planList: 'plan.list',
  addPlan: 'plan.add',
  deletePlan: 'plan.delete',
} as const

/** What is wrong with the file is said at the field that the old call has. */
function inOldWords(fault: Fault): Fault {
  const { 'parts.file': upload_id, ...others } = fault.fields ?? {}
  if (!upload_id) return fault
  return new Fault(fault.code, fault.words, fault.data, { ...others, upload_id })
}

/** `standing`: every call that has an address of its own today. */
export function legacyRoutes(live: LiveHub, standing: readonly Implementation[]): Implementation[] {
  const handlers = new Map(standing.map(({ endpoint, handler }) => [endpoint.name, handler]))
  /** Its shapes are those of the old call: both are lines of the contract over the same schemas. */
  function handlerOf<E extends Endpoint>(verb: keyof typeof SAME): Handler<E> {
    const handler = handlers.get(SAME[verb])
    if (!handler) throw new Error(`no call stands for legacy.${verb}`)
    return handler as Handler<E>
  }
  /** What was a call for each kind of asset is one now, of all their files by the names of their parts. */
  function assetOf<E extends Endpoint>(kind: 'audio' | 'material'): Handler<E> {
    const save = handlers.get('asset.save')
    if (!save) throw new Error('no call stands that saves assets')
    const saves: typeof save = async ({ input, ...call }) => {
      const { name, upload_id, asset_type: type } = input as OneFile
      const parts = { file: { upload_id } }
      const asset = { kind, name, type, parts, licence: null, tags: [] }
      try {
        return await save({ ...call, input: asset as never })
      } catch (error) {
        throw error instanceof Fault ? inOldWords(error) : error
      }
    }
    return saves as Handler<E>
  }
  /** `url` is a path: the console adds its own host, which is right behind any proxy. */
  const wsInfo = implement(wsInfoApi, {
    wsInfo: async ({ actor }) => ({ url: LIVE_PATH, ticket: live.ticket(actor) }),
  })
  const renamed = implement(legacyApi, {
    createRoom: handlerOf('createRoom'),
    updateRoom: handlerOf('updateRoom'),
    detail: handlerOf('detail'),
    planList: handlerOf('planList'),
    addPlan: handlerOf('addPlan'),
    deletePlan: handlerOf('deletePlan'),
    addAudio: assetOf('audio'),
    createMaterial: assetOf('material'),
  })
  return [...wsInfo, ...renamed]
}
