import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { rowOf as insertRowOf } from './room.insert.ts'
import type { Recordings } from './room.recordings.ts'
import type { Rooms } from './room.service.ts'

export const roomRoutes = (rooms: Rooms, recordings: Pick<Recordings, 'list'>): Implementation[] =>
  implement(roomApi, {
    list: ({ actor, input }) => rooms.list(actor, input),
    wall: ({ actor }) => rooms.wall(actor),
    info: ({ actor, input }) => rooms.row(actor, input.room_code),
    async create({ actor, input, audit }) {
      const after = await rooms.create(actor, input)
      audit({ ...ofRoom(after), after })
      return after
    },
    async update({ actor, input, audit }) {
      const before = await rooms.row(actor, input.room_code)
      const after = await rooms.update(actor, input)
      audit({ ...ofRoom(after), before, after })
      return after
    },
    async changeGame({ actor, input, audit }) {
      const before = await rooms.row(actor, input.room_code)
      const after = await rooms.changeGame(actor, input)
      audit({ ...ofRoom(after), before, after, ...(input.reason && { reason: input.reason }) })
      return after
    },
    async delete({ actor, input, audit }) {
      const before = await rooms.remove(actor, input.room_code)
      audit({ ...ofRoom(before), before })
      return null
    },
    async restore({ actor, input, audit }) {
      const after = await rooms.restore(actor, input)
      audit({ ...ofRoom(after), after })
      return after
    },
    preflight: ({ actor, input, origin }) => rooms.preflight(actor, input.room_code, origin.lang),
    async start({ actor, input, audit, origin }) {
      const started = await rooms.start(actor, input, origin.lang)
      const { room_code: _, ...asked } = input
      audit({ ...ofRoom(started.room), after: { run_id: started.run_id, ...asked } })
      return started
    },
    async stop({ actor, input, audit }) {
      const stopped = await rooms.stop(actor, input.room_code, input.mode)
      audit({ ...ofRoom(stopped.room), after: { run_id: stopped.run_id, mode: input.mode } })
      return stopped
    },
    async air({ actor, input, audit }) {
      const { act, muted } = input
      const after = await rooms.air(actor, input)
      audit({ ...ofRoom(after), after: { act, muted } })
      return after
    },
    async stopRule({ actor, input, audit }) {
      const after = await rooms.stopRule(actor, input)
      audit({ ...ofRoom(after), after: { stop: input.stop ?? null } })
      return after
    },
    async stopReason({ actor, input, audit }) {
      const { run_id, reason } = input
      audit({ ...ofRoom(await rooms.giveReason(actor, run_id, reason)), after: { run_id }, reason })
      return null
    },
    statusCheck: ({ actor, input, origin }) =>
      rooms.statusCheck(actor, input.room_code, origin.lang),
    async reset({ actor, input, audit }) {
      audit(ofRoom(await rooms.reset(actor, input.room_code)))
      return null
    },
    role: async ({ actor, input }) => ({ list: await rooms.roles(actor, input.room_code) }),
    givers: async ({ actor, input }) => ({ list: await rooms.givers(actor, input.room_code) }),
    queue: async ({ actor, input }) => ({ list: await rooms.queue(actor, input.room_code) }),
    async queueAct({ actor, input: { room_code, ...order }, audit }) {
      audit({ ...ofRoom(await rooms.queueAct(actor, room_code, order)), after: order })
      return null
    },
    async say({ actor, input, audit }) {
      const said = await rooms.say(actor, input)
      const after = insertRowOf(said)
      audit({ target: said.room_name, target_id: said.room_code, after })
      return after
    },
    async cutInVideo({ actor, input, audit }) {
      const row = await rooms.cutIn(actor, input)
      const after = insertRowOf(row)
      audit({ target: row.room_name, target_id: row.room_code, after })
      return after
    },
    inserts: ({ actor, input, signal }) => rooms.inserts(actor, input, { signal }),
    async insertCancel({ actor, input, audit }) {
      const row = await rooms.cancelInsert(actor, input.id)
      const after = insertRowOf(row)
      audit({ target: row.room_name, target_id: row.room_code, after })
      return after
    },
    consoleLogs: ({ actor, input }) => rooms.consoleLogs(actor, input),
    recordings: ({ actor, input }) => recordings.list(actor, input),
    draws: ({ actor, input, signal }) => rooms.draws(actor, input, { signal }),
    draw: ({ actor, input }) => rooms.draw(actor, input.draw_id),
    triggerLogs: ({ actor, input, signal }) => rooms.triggerLogs(actor, input, { signal }),
  })

const ofRoom = ({ name, room_code }: { name: string; room_code: string }) => ({
  target: name,
  target_id: room_code,
})
