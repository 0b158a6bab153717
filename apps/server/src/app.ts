import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { rights } from '@kaibo/contract/facts/rights.ts'
import { PlanDraft } from '@kaibo/contract/plan/plan.schema.ts'
import { endpoints } from '@kaibo/contract/registry.ts'
import { accountRoutes } from '#domains/account/account.routes.ts'
import { builtinAssetsOf } from '#domains/asset/asset.builtin.ts'
import { assetPlugin } from '#domains/asset/asset.plugin.ts'
import { createAssets } from '#domains/asset/asset.service.ts'
import { auditRoutes } from '#domains/audit/audit.routes.ts'
import { createAudit } from '#domains/audit/audit.service.ts'
import { createAuditWriter } from '#domains/audit/audit.writer.ts'
import { authRoutes } from '#domains/auth/auth.routes.ts'
import { ensureGroups } from '#domains/auth/bootstrap.ts'
import { createCommission } from '#domains/commission/commission.service.ts'
import { gameLinkRoutes } from '#domains/game-link/game-link.service.ts'
import { asGroup } from '#domains/group/group.view-as.ts'
import { groupRoutes } from '#domains/group/group.routes.ts'
import { createGames } from '#domains/game/game.service.ts'
import { whyNot } from '#domains/group/group.why.ts'
import { historyRoutes } from '#domains/history/history.service.ts'
import { incomeRoutes } from '#domains/income/income.routes.ts'
import { createIncome } from '#domains/income/income.service.ts'
import { createRefused } from '#domains/income/refused.service.ts'
import { ingestPlugin } from '#domains/ingest/ingest.plugin.ts'
import { createIngest } from '#domains/ingest/ingest.service.ts'
import { holdStanding } from '#domains/job/job.standing.ts'
import { legacyRoutes } from '#domains/legacy/legacy.routes.ts'
import { livePlugin } from '#domains/legacy/live.plugin.ts'
import { builtinAssets, stagePage } from '@kaibo/stage/assets.ts'
import { knownPc } from '#domains/link/link.known.ts'
import { linkPlugin } from '#domains/link/link.plugin.ts'
import { createLink } from '#domains/link/link.service.ts'
import { liveAccountRoutes } from '#domains/live-account/live-account.routes.ts'
import { createLiveAccounts } from '#domains/live-account/live-account.service.ts'
import { smsPlugin } from '#domains/live-account/sms.plugin.ts'
import { createSms } from '#domains/live-account/sms.service.ts'
import { lookupRoutes } from '#domains/lookup/lookup.routes.ts'
import { monitorRoutes } from '#domains/monitor/monitor.routes.ts'
import { agentFileAt, agentFilePlugin, agentFiles } from '#domains/monitor/agent-file.ts'
import { createMonitor } from '#domains/monitor/monitor.service.ts'
import { orgRoutes } from '#domains/org/org.routes.ts'
import { createPlans } from '#domains/plan/plan.service.ts'
import { recordingPlugin } from '#domains/room/room.recording.plugin.ts'
import { createRecordings } from '#domains/room/room.recordings.ts'
import { createRecordingSweep } from '#domains/room/room.recording.sweep.ts'
import { roomRoutes } from '#domains/room/room.routes.ts'
import { createRooms } from '#domains/room/room.service.ts'
import { createBundles } from '#domains/talk/talk.bundles.ts'
import { searchRoutes } from '#domains/search/search.routes.ts'
import { createGameRules } from '#domains/talk/talk.game.ts'
import { createRollouts } from '#domains/talk/talk.rollout.ts'
import { systemRoutes } from '#domains/system/system.routes.ts'
import { stagePlugin } from '#domains/stage/stage.plugin.ts'
import { createPreviews } from '#domains/stage/stage.previews.ts'
import { stageRoutes } from '#domains/stage/stage.service.ts'
import { thumbAddresses } from '#domains/stage/stage.thumb-address.ts'
import { thumbPlugin } from '#domains/stage/stage.thumb.plugin.ts'
import { createThumbs } from '#domains/stage/stage.thumbs.ts'
import { talkRoutes } from '#domains/talk/talk.service.ts'
import { createLineScreen } from '#domains/talk/talk.words.screen.ts'
import { createWordPacks } from '#domains/talk/talk.words.packs.ts'
import { createCanaryWatch } from '#domains/talk/talk.watch.ts'
import { keeperOf } from '#domains/upload/upload.keeper.ts'
import { uploadPlugin } from '#domains/upload/upload.plugin.ts'
import { uploadRoutes } from '#domains/upload/upload.routes.ts'
import { createUploads } from '#domains/upload/upload.service.ts'
import { viewRoutes } from '#domains/view/view.routes.ts'
import { createViews } from '#domains/view/view.service.ts'
import { createVoice } from '#domains/voice/voice.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { openBlobs } from '#platform/blob/open.ts'
import { createDoor } from '#platform/http/door.ts'
import { instantOf } from '#platform/db/instant.ts'
import { register } from '#platform/http/register.ts'
import { createServer } from '#platform/http/server.ts'
import { createOutgoing } from '#platform/outgoing/outgoing.ts'
import { createThrottle } from '#platform/http/throttle.ts'
import { createBackground } from './app.background.ts'
import { createDemonstration } from './app.demo.ts'
import { createPeople } from './app.people.ts'
import { createStages } from './app.stage.ts'
import type { Config } from './config.ts'
import { found } from './found.ts'
import { historyKinds } from './history.kinds.ts'
import { createReadiness } from './readiness.ts'
import { measure } from './measure.ts'
import { openPlatform, type Overrides } from './open-platform.ts'

/** The server, ready to listen: the one visible list of domains, and what each is given of the others. */
export async function buildApp(config: Config, overrides: Overrides = {}) {
  const platform = await openPlatform(config, overrides)
  const { log, db, clock, live, instance } = platform
  await ensureGroups(platform, rights)

  const auditWriter = createAuditWriter(platform)
  const blobs = openBlobs(config, platform)
  const uploads = createUploads(platform, blobs, { scratchDir: join(config.dataDir, 'scratch') })
  const builtin = builtinAssetsOf(stagePage, builtinAssets)
  const assets = createAssets(platform, {
    builtinFaces: builtin,
    files: uploads,
    async changed(trx, asset_id, pcs) {
      const speaking = await plans.forRooms.repack(trx, asset_id)
      await link.wake(trx, [...new Set([...pcs, ...speaking])])
    },
  })

  const views = createViews(platform)
  const people = createPeople(platform, { passwordCost: config.passwordCost, uploads, views })
  const { sessions, passwords, auth, profile, accounts, groups, orgs } = people
  const link = createLink(platform, { maxAgents: agentsAmong(config.maxConnections) })
  const wordPacks = createWordPacks(platform)
  const bundles = createBundles(platform, wordPacks)
  const gameRules = createGameRules({ bundles, wake: link.wake })
  const roomRules = { ...bundles, ...gameRules, screen: createLineScreen(platform) }
  const { of: thumbOf } = thumbAddresses(platform.seal)
  const { anchors, previewed } = createStages(platform, { wake: link.wake, assets, uploads })
  const outgoing =
    overrides.outgoing ??
    createOutgoing({
      localPorts: config.localServices,
      ownPorts: () => [config.port, ...listeningPorts(server.http)],
    })
  const voice = createVoice(platform, {
    blobs,
    outgoing,
    files: uploads,
    wake: link.wake,
    ...config,
  })
  const instant = overrides.clock ? () => Promise.resolve(clock.now()) : instantOf(db, clock)
  const plans = createPlans(platform, instant)
  const shown = { anchors, assets, sounds: voice.rooms, thumbOf }
  const byPlan = { plans: plans.forRooms, instant }
  const rooms = createRooms(platform, { link, rules: roomRules, ...byPlan, ...shown })
  const ingest = createIngest(platform, {
    async forward(trx, { pc_id, room_code }, events) {
      if (pc_id) await link.forwardEvents(trx, { pc_id, room_code }, events)
    },
    ...(db.dialect === 'pg' && { journalFolder: join(config.dataDir, 'push-journal') }),
  })
  ingest.onStored((stored) => rooms.feed.stored(stored))
  const previews = createPreviews(platform)
  const preview = previewed(previews, (...heard) => rooms.feed.listen(...heard))
  const refused = createRefused(platform, { readmit: ingest.readmit })
  ingest.onRefused((rows) => refused.changed(rows))
  link.serve({
    ...rooms,
    ...ingest,
    ...voice.speech,
    packFor: async (...of) => (await bundles.packFor(...of)) ?? plans.forRooms.scriptFor(...of),
  })
  const readAgentFile = agentFileAt(config.agentFile)
  const readSpeaker = agentFileAt(config.speakerArchive)
  const monitor = createMonitor(platform, { readAgentFile, readSpeaker })
  const rollouts = createRollouts(platform, { bundles, wake: link.wake })
  const recordings = createRecordings(platform, { blobs })
  const demo = createDemonstration(platform, config, {
    rooms,
    recordings,
    ingest,
    link,
    bundles,
    rollouts,
    enrolCode: (actor, pc, ownAddress) => monitor.enrolCode(actor, pc, { ownAddress, lang: 'zh' }),
    savePlan: async (actor, plan) => {
      const { after, room_id } = await planned.save(actor, PlanDraft.parse(plan))
      return { id: after.id, room_id }
    },
  })

  const audit = createAudit(platform, { endpoints })
  const liveAccounts = createLiveAccounts(platform, {
    wake: link.wake,
    touch: (room_id) => rooms.feed.touch(room_id),
  })
  const sms = createSms(platform)
  const commission = createCommission(platform)

  const games = createGames(platform, {
    ...gameRules,
    stateIn: async ({ pc_id, room_code }) => {
      const said = await link.asks.state(pc_id, { room_code, sets: [], user: '' })
      return said?.state?.rules
    },
  })
  const touch = (room_id: string) => rooms.feed.touch(room_id)
  const planned = plans.serve({ ...link, ...rooms, touch, useAssets: (...of) => assets.use(...of) })
  const background = createBackground(platform, config, {
    ingest,
    link,
    own: [
      ...voice.jobs,
      createCanaryWatch(platform, { rollouts, raise: rooms.raise }),
      plans.job,
      createRecordingSweep(platform, recordings),
    ],
  })
  const { jobs, system, pcCount } = background

  const server = await createServer({
    log,
    ping: createReadiness({ db, instance, log, offset: () => platform.offset() }),
    consoleDir: config.consoleDir,
    maxConnections: config.maxConnections,
    trustProxy: config.trustProxy,
    connect: blobs.origin ? [blobs.origin] : [],
    iconScript: config.iconScript,
  })
  const standing = [
    ...authRoutes(auth, profile),
    ...accountRoutes(accounts),
    ...groupRoutes(groups, (...asked) => whyNot(db.query, ...asked)),
    ...orgRoutes(orgs),
    ...auditRoutes(audit),
    ...roomRoutes(rooms, recordings),
    ...planned.routes,
    ...liveAccountRoutes(liveAccounts, sms),
    ...uploadRoutes(uploads),
    ...assets.routes,
    ...viewRoutes(views),
    ...lookupRoutes(platform, link.heardSince, assets.faces),
    ...monitorRoutes(monitor),
    ...incomeRoutes(createIncome(platform), refused),
    ...talkRoutes(platform, {
      bundles,
      rollouts,
      wordPacks,
      wake: link.wake,
      asks: link.asks,
      sheet: (actor, upload_id) => uploads.sheet(actor, upload_id),
    }),
    ...gameLinkRoutes(platform, {
      command: (order) => link.command(order),
      asks: link.asks,
    }),
    ...stageRoutes(platform, { wake: link.wake, previews, anchors }),
    ...commission.routes,
    ...games.routes,
    ...voice.routes,
    ...historyRoutes(platform, {
      read: (record, lang) => audit.read(record, lang),
      kinds: historyKinds({
        ...people,
        liveAccounts,
        rooms,
        plans: planned,
        commission,
        games,
        assets,
        voice,
      }),
    }),
    ...searchRoutes(platform, found),
    ...systemRoutes(system, clock),
  ]
  const routes = [...standing, ...legacyRoutes(live, standing)]
  const viewAs = (actor: Actor, group_id: string) => asGroup(db.query, actor, group_id)
  register(server.http, routes, {
    authenticate: (token) => sessions.authenticate(token),
    viewAs,
    audit: (entry, work) => auditWriter.record(entry, work),
    visit: createThrottle(clock),
    files: keeperOf(uploads),
    isAway: () => db.isAway,
  })
  measure(server.metrics, { ingest, jobs, link, platform, pcs: pcCount.pcs })
  await server.http.register(
    livePlugin(live, {
      async actorOf({ session_id, group_id }) {
        const actor = await sessions.actorOf(session_id)
        return group_id === null ? actor : viewAs(actor, group_id)
      },
      isAway: () => db.isAway,
    }),
  )
  await server.http.register(linkPlugin(link))
  await server.http.register(stagePlugin(previews, preview, stagePage))
  const thumbs = createThumbs(platform, { blobs, touch })
  const signed = knownPc(link, createDoor())
  const signedBy = async (...asked: Parameters<typeof signed>) => (await signed(...asked)).pc_id
  await server.http.register(thumbPlugin({ thumbs, knownPc: signedBy }))
  await server.http.register(recordingPlugin({ recordings, knownPc: signedBy }))
  await server.http.register(
    assetPlugin({
      // PCs fetch models of voices as they fetch assets: by hash, from where they broke off
      fileOf: async (pc_id, id, sha256) =>
        (await assets.fileFor(pc_id, id, sha256)) ?? (await voice.modelFor(id, sha256)),
      knownPc: signedBy,
      builtin: (path) => builtin.file(path),
    }),
  )
  await server.http.register(agentFilePlugin(agentFiles(readAgentFile, readSpeaker)))
  await server.http.register(ingestPlugin(ingest))
  await server.http.register(smsPlugin(sms.receiver, clock))
  await server.http.register(uploadPlugin(uploads))
  await server.http.register((http) => voice.plugin(http))
  await auditWriter.startUp()
  await link.startUp()
  rooms.startUp()
  planned.firings.startUp()
  ingest.startUp()
  uploads.startUp()
  const counting = holdStanding(platform, pcCount.standing)

  return {
    http: server.http,
    metrics: server.metrics,
    platform,
    sessions,
    passwords,
    link,
    rooms,
    bundles,
    /** What rooms are given of the rules that they run by, and of the plans by which they start. */
    roomRules,
    plans,
    anchors,
    ingest,
    uploads,
    assets,
    demo,
    recordings,
    voice,
    system,
    /** Begins only when it is told to: work in the background is no part of being ready. */
    jobs,
    async close() {
      platform.end()
      await jobs.close()
      await counting.close()
      await demo.close()
      preview.close()
      link.goaway()
      live.close()
      await server.close()
      // Whatever hangs afterwards: the others are not to take it for lost.
      await instance.close()
      await planned.firings.close()
      await rooms.close()
      await ingest.close()
      await voice.close()
      outgoing.close()
      await link.close()
      await uploads.close()
      await auditWriter.close()
      await platform.close()
    },
  }
}

export type App = Awaited<ReturnType<typeof buildApp>>

/** The last connections are kept for consoles: an operator gets in however many PCs there are. */
const agentsAmong = (connections: number) =>
  connections - Math.min(1_000, Math.floor(connections / 4))

const listeningPorts = (http: FastifyInstance): number[] =>
  http.addresses().flatMap((at) => (typeof at === 'string' ? [] : at.port))
