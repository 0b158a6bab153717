import { words } from '@kaibo/contract/kernel/words.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { VIEW_AS_HEADER } from '@kaibo/contract/facts/headers.ts'
import { rightsOf, type Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import { visitor, type Actor } from '../auth/actor.ts'
import { tokenOf } from '../auth/token.ts'
import { fault } from '../fault.ts'
import { writerOf } from './answer-schema.ts'
import { databaseAway } from './failure.ts'
import { goneSignal } from './gone.ts'
import { actingAs, withoutSecrets, type AuditEntry } from './audit-entry.ts'
import {
  Download,
  type AuditDetail,
  type Call,
  type Implementation,
  type Origin,
} from './implement.ts'
import { readInput } from './input.ts'
import { formOf, takeFiles, type FileKeeper } from './received-files.ts'
import { langOf } from './lang.ts'
import { listeningAddressesOf, ownAddressOf } from './own-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call. */
    actor: Actor
  }
}

/** The checks between a request and its handler. */
export interface Gate {
  /** Who holds the token; throws 1002, 1004 or 2003. */
  authenticate(token: string): Promise<Actor>
  /** Runs the work of an audited call and stores its audit row: the entry as it is when the work has ended. */
  audit<Result>(entry: AuditEntry, work: () => Promise<Result>): Promise<Result>
  /** The caller with what this group may see; throws where the caller may not view as it. */
  viewAs(actor: Actor, group_id: string): Promise<Actor>
  /** Keeps the files of calls. */
  files: FileKeeper
  /** Throws 429 when an address makes too many calls without a login. */
  visit(ip: string): void
  /** Whether the database is. */
  isAway(): boolean
}

/**
 * Registers each call of the contract as a route: token, permission, input, handler, audit, envelope, in this order. A caller
 * without permission, or with too many calls, is refused before the body is read.
 */
export function register(
  http: FastifyInstance,
  implementations: readonly Implementation[],
  gate: Gate,
): void {
  http.decorateRequest('actor')
  const [plain, withFiles] = [false, true].map((isForm) =>
    implementations.filter(({ endpoint }) => (endpoint.files !== undefined) === isForm),
  )
  routeAll(http, plain ?? [], gate)
  void takeFiles(http, (scope) => routeAll(scope, withFiles ?? [], gate))
}

function routeAll(
  http: FastifyInstance,
  implementations: readonly Implementation[],
  gate: Gate,
): void {
  for (const { endpoint, handler } of implementations) {
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint: endpoint.name, bodyShare: shareOf(endpoint) },
      bodyLimit: endpoint.maxBytes,
      onRequest: async (request) => {
        // Without waiting for a connection that will not come.
        if (gate.isAway()) throw databaseAway()
        request.actor = await admit(endpoint, request, gate)
      },
      handler: async (request, reply) => {
        const { actor } = request
        const isQuery = endpoint.method === 'GET'
        const form = endpoint.files && (await formOf(request, endpoint, gate.files))
        const given = isQuery ? request.query : form ? form.fields : request.body
        const work = async () => {
          const input = readInput(endpoint, given, !isQuery && isJson(request))
          const call = {
            input: input as never,
            actor,
            origin: originOf(request),
            get signal() {
              return goneSignal(reply.raw)
            },
          }
          return answer({ endpoint, handler }, call, gate)
        }
        const data = await work().catch(async (error: unknown) => {
          await form?.drop()
          throw error
        })
        reply.header('cache-control', 'no-store')
        if (data instanceof Download) return sendFile(reply, data)
        const write = writerOf(endpoint, reply)
        return reply.type('application/json; charset=utf-8').send(write(data))
      },
    })
  }
}

/** The memory budget of the call's bodies. */
function shareOf({ name, can, reserved }: Endpoint): string {
  if (reserved) return name
  return can === 'public' ? 'public' : 'call'
}

/** Runs the handler; an audited call leaves one row, to which the handler may add. */
async function answer(
  { endpoint, handler }: Implementation,
  call: Omit<Call<never>, 'audit'>,
  gate: Gate,
): Promise<unknown> {
  if (!endpoint.audit) return handler(Object.assign(call, { audit: () => {} }))
  const { input, actor, origin } = call
  const safe = withoutSecrets(endpoint.input, input)
  const entry: AuditEntry = {
    action: endpoint.name,
    stepwise: endpoint.stepwise,
    actor: actingAs(actor),
    origin,
    input: safe,
  }
  const audit = (detail: AuditDetail) => void Object.assign(entry, detail)
  return gate.audit(entry, () => handler(Object.assign(call, { audit })))
}

async function admit(endpoint: Endpoint, request: FastifyRequest, gate: Gate): Promise<Actor> {
  if (endpoint.can === 'public') {
    gate.visit(request.ip)
    return visitor
  }
  const token = tokenOf(request.headers)
  if (!token) {
    gate.visit(request.ip)
    throw fault(Code.noToken, words('请重新登录', 'Log in again'))
  }
  const actor = await gate.authenticate(token).catch((error: unknown) => {
    gate.visit(request.ip)
    throw error
  })
  request.uid = actor.uid
  const group_id = request.headers[VIEW_AS_HEADER]
  if (typeof group_id === 'string') return asViewer(endpoint, actor, group_id, gate)
  return permit(endpoint, actor)
}

/** Somebody who views as a group sees what the group sees and can change nothing. */
async function asViewer(endpoint: Endpoint, actor: Actor, group_id: string, gate: Gate) {
  const viewer = await gate.viewAs(actor, group_id)
  if (endpoint.writes)
    throw fault(
      Code.forbidden,
      words(
        '正在以分组身份查看，不能操作',
        'You are looking as a group and cannot change anything',
      ),
      { need: endpoint.can },
    )
  return permit(endpoint, viewer)
}

function permit(endpoint: Endpoint, actor: Actor): Actor {
  const need = rightsOf(endpoint).find((right) => !actor.actions.has(right))
  if (need === undefined) return actor
  throw fault(
    Code.forbidden,
    words('没有权限，请联系管理员', 'You have no right to this; ask an administrator'),
    { need },
  )
}

const isJson = (request: FastifyRequest) =>
  request.headers['content-type']?.startsWith('application/json') ?? false

function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'] ?? ''
  return {
    ip: request.ip,
    user_agent: agent.slice(0, 300),
    request_id: request.id,
    lang: langOf(request.headers),
    ownAddress: () => ownAddressOf(request),
    listeningAddresses: () => listeningAddressesOf(request),
  }
}

function sendFile(reply: FastifyReply, file: Download): FastifyReply {
  const name = encodeURIComponent(file.filename)
  return reply
    .type(file.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .send(file.body)
}
