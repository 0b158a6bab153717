import { createDemo, type DemoDeps } from '#domains/demo/demo.service.ts'
import { createDemoGame } from '#domains/game/game.demo.ts'
import type { createIngest } from '#domains/ingest/ingest.service.ts'
import { holdStanding } from '#domains/job/job.standing.ts'
import type { createLink } from '#domains/link/link.service.ts'
import type { Recordings } from '#domains/room/room.recordings.ts'
import type { createRooms } from '#domains/room/room.service.ts'
import type { createBundles } from '#domains/talk/talk.bundles.ts'
import { createGameSet } from '#domains/talk/talk.demo.game.ts'
import { createDemoSets, DEMO_NODE } from '#domains/talk/talk.demo.ts'
import type { Rollouts } from '#domains/talk/talk.rollout.ts'
import type { Platform } from '#platform/platform.ts'
import type { Config } from './config.ts'
import type { Tables } from './migrations/tables.ts'

interface DemonstrationNeeds extends Pick<DemoDeps, 'enrolCode' | 'savePlan'> {
  rooms: Pick<ReturnType<typeof createRooms>, 'create' | 'start' | 'changeGame' | 'whyBlocked'>
  ingest: Pick<ReturnType<typeof createIngest>, 'storeSpool'>
  link: Pick<ReturnType<typeof createLink>, 'online'>
  bundles: Pick<ReturnType<typeof createBundles>, 'answerWith'>
  rollouts: Rollouts
  recordings: Pick<Recordings, 'put'>
}

/** The rooms that a fresh installation shows, made of what the domains offer everybody. */
export function createDemonstration(
  platform: Platform<Tables>,
  { agentProgram: program, dataDir }: Pick<Config, 'agentProgram' | 'dataDir'>,
  { rooms, ingest, link, bundles, rollouts, recordings, enrolCode, savePlan }: DemonstrationNeeds,
) {
  const addSets = createDemoSets(platform, rollouts)
  const addGame = createDemoGame(platform)
  const addGameSet = createGameSet(platform, rollouts)
  return createDemo(platform, {
    createRoom: (...draft) => rooms.create(...draft),
    startRoom: (actor, room_code) => rooms.start(actor, { room_code }, 'zh'),
    answerWith: (room_id, answers) =>
      platform.db.transaction((trx) => bundles.answerWith(trx, room_id, answers)),
    addGame: async (actor, org_id, { id: room_id, room_code }) => {
      const game_id = await addGame(org_id)
      await rooms.changeGame(actor, { room_code, game_id })
      await addGameSet({ by: actor.uid, org_id, game_id, room_id })
    },
    addSets: async (...of) => ({ ...(await addSets(...of)), node: DEMO_NODE }),
    storeSpool: (...batch) => ingest.storeSpool(...batch),
    putRecording: recordings.put,
    enrolCode,
    savePlan,
    whyBlocked: (actor, room_code) => rooms.whyBlocked(actor, room_code),
    online: (pc_id) => link.online(pc_id),
    program,
    dataDir,
    alone: (standing) => holdStanding(platform, { unit: 'demo', ...standing }),
  })
}
