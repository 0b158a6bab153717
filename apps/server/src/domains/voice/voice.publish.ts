import { words } from '@kaibo/contract/kernel/words.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { Tables } from '#migrations/tables.ts'
import { visitor } from '#platform/auth/actor.ts'
import { startBeat } from '#platform/beat.ts'
import type { Job, Lease } from '#platform/job.ts'
import type { Platform } from '#platform/platform.ts'
import { EngineFault, saidOf } from './voice.engine.ts'
import { FETCH_ENDED, FETCH_LEFT_MS } from './voice.fetching.ts'
import { keepLicence } from './voice.licence.ts'
import type { ModelStore } from './voice.models.ts'
import type { Pcs } from './voice.pcs.ts'
import type { Engines, Ports } from './voice.ports.ts'
import * as store from './voice.resource.store.ts'
import { serverById, type Server } from './voice.server.store.ts'
import { createSending, FETCHED_WITHIN_MS, type SendingNeeds } from './voice.sending.ts'
import { heardIn } from './voice.sound.ts'

const EVERY_MS = 2_000
/** What takes long stays ours: a model is unpacked in a minute. */
const HOLD_EVERY_MS = 10_000
/** A sentence that is being said ends sooner. */
const DRAINED_WITHIN_MS = 60_000
const TEST_WITHIN_MS = 40_000
const TEST_TEXT = '欢迎来到直播间'

interface PublishNeeds extends SendingNeeds {
  engines: Engines
  ports: Pick<Ports, 'changed' | 'voiceById'>
  models: Pick<ModelStore, 'bring' | 'changed' | 'licences'>
  pcs: Pick<Pcs, 'wakeOfServer'>
}

/** Brings resources to voice servers, one server after the other. After a failure the others keep what they have. */
export function createPublishing(platform: Platform<Tables>, needs: PublishNeeds) {
  const { db, clock, live, log } = platform
  const sending = createSending(platform, needs)
  const tellLists = live.list(voiceApi.resources)
  const tellServers = live.list(voiceApi.servers)
  const tellVoices = live.list(voiceApi.list)

  const job: Job<Tables> = {
    name: 'voice-publish',
    called: words('发布语音资源', 'Publishing voice resources'),
    units: ['all'],
    everyMs: EVERY_MS,
    async work(lease) {
      for (let isMoving = true; isMoving;) {
        isMoving = false
        for (const step of await store.nextSteps(db.query)) {
          if (lease.signal.aborted) return 'more'
          if (await takeHeld(step, lease)) isMoving = true
        }
      }
      return 'done'
    },
  }

  /** The same while the lease is held, however long it takes. */
  async function takeHeld(step: store.Step, lease: Lease<Tables>): Promise<boolean> {
    const holding = startBeat(HOLD_EVERY_MS, () => lease.transaction(nothing), unheld)
    try {
      return await take(step, lease)
    } catch (error) {
      return await failed(step, lease, error)
    } finally {
      await holding.stop()
    }
  }

  const unheld = (err: unknown) => log.warn({ err }, 'the publishing of a resource is not held')

  /** Takes one step of it; false while it waits for somebody else. */
  async function take(step: store.Step, lease: Lease<Tables>): Promise<boolean> {
    const server = await serverById(db.query, step.server_id)
    if (!server) return false
    if (step.state === 'fetching') {
      if (clock.now() - step.at > FETCH_LEFT_MS) throw new EngineFault(FETCH_ENDED)
      return false
    }
    // What takes minutes, or waits for a person, does so while its server goes on speaking
    if (step.state === 'wait')
      return isModel(step) ? move(step, lease, 'sending') : drain(step, lease)
    if (step.state === 'draining') {
      if (await store.arePortsDrained(db.query, db.dialect, step.server_id))
        return move(step, lease, isModel(step) ? 'testing' : 'sending')
      if (clock.now() - step.at > DRAINED_WITHIN_MS) throw new EngineFault(NOT_DRAINED)
      return false
    }
    if (step.state === 'sending') {
      if (isModel(step)) return unpack(step, lease)
      if (await sending.send(step, server, lease)) return move(step, lease, 'testing')
      if (clock.now() - step.at > FETCHED_WITHIN_MS) throw new EngineFault(NOT_FETCHED)
      return false
    }
    await test(step, server)
    return done(step, lease)
  }

  const drain = (step: store.Step, lease: Lease<Tables>): Promise<true> =>
    move(step, lease, 'draining', (trx) => store.holdPorts(trx, step.server_id, heldBy(step)))

  /** Unpacks a model; it goes on once somebody has accepted what its archive says of how it may be used. */
  async function unpack(step: store.Step, lease: Lease<Tables>): Promise<true> {
    await needs.models.bring(step)
    const { resource_id, sha256, accepted_sha256 } = step
    if (accepted_sha256 === sha256) return drain(step, lease)
    const texts = await needs.models.licences(sha256)
    return move(step, lease, 'licence', (trx) => keepLicence(trx, resource_id, { sha256, texts }))
  }

  async function move(
    step: store.Step,
    lease: Lease<Tables>,
    state: store.Step['state'],
    more: (trx: Parameters<typeof store.moved>[0]) => Promise<unknown> = async () => {},
  ): Promise<true> {
    await lease.transaction(async (trx) => {
      await store.moved(trx, step, { state, at: clock.now() })
      await more(trx)
    })
    told(step)
    return true
  }

  async function done(step: store.Step, lease: Lease<Tables>): Promise<true> {
    const freed = await lease.transaction(async (trx) => {
      await store.moved(trx, step, {
        state: 'done',
        revision: step.wanted,
        upload_id: step.upload_id,
        sha256: step.sha256,
        error: null,
        at: clock.now(),
      })
      if (isModel(step)) await store.speaksBy(trx, step, clock.now())
      await needs.pcs.wakeOfServer(trx, step.server_id)
      return store.letPortsGo(trx, step.server_id, heldBy(step))
    })
    needs.ports.changed(freed)
    if (isModel(step)) toldModel(step)
    told(step)
    return true
  }

  async function failed(step: store.Step, lease: Lease<Tables>, error: unknown): Promise<true> {
    if (lease.signal.aborted) throw error
    const { resource_id, server_id } = step
    const said = saidOf(error)
    if (!said) log.error({ err: error, resource_id, server_id }, 'a resource was not published')
    const freed = await lease.transaction(async (trx) => {
      const at = clock.now()
      await store.moved(trx, step, { state: 'failed', error: (said ?? BROKEN).zh, at })
      await store.halt(trx, resource_id, at)
      return store.letPortsGo(trx, server_id, heldBy(step))
    })
    needs.ports.changed(freed)
    if (isModel(step)) needs.models.changed()
    told(step)
    return true
  }

  const told = ({ resource_id, server_id, state }: store.Step) => {
    tellLists(visitor, { id: resource_id })
    needs.ports.changed([])
    log.info({ resource_id, server_id, state }, 'a voice resource is on its way')
  }

  /** The server speaks by it, and what was closed until then is open. */
  const toldModel = ({ server_id }: store.Step) => {
    needs.models.changed()
    tellServers(visitor, { id: server_id })
    tellVoices(visitor, { id: server_id })
  }

  /** A voice of the server speaks: with the new resource it must still be able to. */
  async function test(step: store.Step, server: Server): Promise<void> {
    const first = await db.query
      .selectFrom('voice_on_server as there')
      .innerJoin('voice_port as port', 'port.server_id', 'there.server_id')
      .select(['there.voice_id', 'port.port_id'])
      .where('there.server_id', '=', server.server_id)
      .orderBy('port.number')
      .orderBy('there.voice_id')
      .executeTakeFirst()
    const voice = first && (await needs.ports.voiceById(first.voice_id))
    const engine = needs.engines[server.provider]
    if (!voice || !engine) return
    const { bytes, type } = await engine.speak(
      {
        text: TEST_TEXT,
        voice,
        server: isModel(step) ? { ...server, model: step.sha256 } : server,
        port_id: first.port_id,
      },
      AbortSignal.timeout(TEST_WITHIN_MS),
    )
    if (type === 'audio/wav' && heardIn(bytes).silent) throw new EngineFault(SILENT)
  }

  /** A server says that it has what it was told to fetch. Answers false where nothing of that is under way. */
  async function published(told_of: {
    resource_id: string
    server_id: string
    version: number
    sha256: string
    ok: boolean
  }): Promise<boolean> {
    const step = (await store.nextSteps(db.query)).find(
      (one) =>
        one.resource_id === told_of.resource_id &&
        one.server_id === told_of.server_id &&
        one.wanted === told_of.version &&
        one.state === 'sending',
    )
    if (!step) return false
    const isRight = told_of.ok && told_of.sha256 === step.sha256
    await db.transaction(async (trx) => {
      const at = clock.now()
      if (isRight) await store.moved(trx, step, { state: 'testing', error: null, at })
      else {
        await store.moved(trx, step, { state: 'failed', error: NOT_TAKEN.zh, at })
        await store.halt(trx, step.resource_id, at)
        await store.letPortsGo(trx, step.server_id, heldBy(step))
      }
    })
    told(step)
    return true
  }

  return { job, published, signResource: sending.signResource }
}

export type Publishing = ReturnType<typeof createPublishing>

/** The model of a natural voice: it is unpacked by us, and its server speaks by it once it was heard. */
const isModel = ({ kind, provider }: Pick<store.Step, 'kind' | 'provider'>): boolean =>
  kind === 'model' && provider === 'natural'

const heldBy = ({ resource_id }: Pick<store.Step, 'resource_id'>): string =>
  `publish:${resource_id}`

const nothing = async (): Promise<void> => {}

const BROKEN = words('发布时出错', 'Publishing failed')
const NOT_DRAINED = words('端口没有在60秒内排空', 'Its ports were not drained within 60 s')
const NOT_FETCHED = words('服务器没有在30分钟内取回', 'The server did not fetch it within 30 min')
const NOT_TAKEN = words(
  '服务器没有收下，或校验值不符',
  'The server did not take it, or its hash differs',
)
const SILENT = words('试听没有声音', 'Nothing was heard')
