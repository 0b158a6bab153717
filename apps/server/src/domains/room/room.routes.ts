import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { Rooms } from './room.service.ts'

export const roomRoutes = (rooms: Rooms): Implementation[] =>
  implement(roomApi, {
    list: ({ actor, input }) => rooms.list(actor, input),
    info: ({ actor, input }) => rooms.row(actor, input.room_code),
    async create({ actor, input, audit }) {
      const after = await rooms.create(actor, input)
      audit({ target: after.room_code, after })
      return after
    },
    async update({ actor, input, audit }) {
      const before = await rooms.row(actor, input.room_code)
      const after = await rooms.update(actor, input)
      audit({ target: input.room_code, before, after })
      return after
    },
    async delete({ actor, input, audit }) {
      audit({ target: input.room_code, before: await rooms.remove(actor, input.room_code) })
      return null
    },
    preflight: ({ actor, input, origin }) => rooms.preflight(actor, input.room_code, origin.lang),
    async start({ actor, input, audit, origin }) {
      const started = await rooms.start(actor, input.room_code, origin.lang)
      audit({ target: input.room_code, after: { run_id: started.run_id } })
      return started
    },
    async stop({ actor, input, audit }) {
      const stopped = await rooms.stop(actor, input.room_code, input.mode)
      audit({ target: input.room_code, after: { run_id: stopped.run_id, mode: input.mode } })
      return stopped
    },
    async stopReason({ actor, input, audit }) {
      await rooms.giveReason(actor, input.run_id, input.reason)
      audit({ target: input.run_id, reason: input.reason })
      return null
    },
    statusCheck: ({ actor, input, origin }) =>
      rooms.statusCheck(actor, input.room_code, origin.lang),
    async reset({ actor, input, audit }) {
      await rooms.reset(actor, input.room_code)
      audit({ target: input.room_code })
      return null
    },
    role: async ({ actor, input }) => ({ list: await rooms.roles(actor, input.room_code) }),
    givers: async ({ actor, input }) => ({ list: await rooms.givers(actor, input.room_code) }),
    consoleLogs: ({ actor, input }) => rooms.consoleLogs(actor, input),
    triggerLogs: ({ actor, input, signal }) => rooms.triggerLogs(actor, input, { signal }),
  })
