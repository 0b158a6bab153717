import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { Login, TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { planDraft } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

/** A hundred rooms, each with a PC of its own and an evening every day: seven hundred firings a week. */
export async function planned(server: TestServer): Promise<Login> {
  const admin = await server.login('admin')
  for (let n = 0; n < 100; n++) {
    const pc = await buildPc(server.platform, { name: `PC ${n}` })
    const room = await buildRoom(server.platform, { pc_id: pc.id, name: `直播间 ${n}` })
    const start = `${10 + (n % 12)}:${n % 2 === 0 ? '00' : '30'}`
    const stop = { mode: 2, at: `${12 + (n % 11)}:45` } as const
    const draft = planDraft(room.room_code, { start, stop })
    const { code, msg } = await server.call(planApi.add, draft, admin)
    if (code !== 0) throw new Error(msg)
  }
  return admin
}
