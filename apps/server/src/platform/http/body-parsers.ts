import { words } from '@kaibo/contract/kernel/words.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isShallowJson } from '@kaibo/contract/kernel/nesting.ts'
import { invalid } from '../fault.ts'
import { BodyBudget } from './body-budget.ts'
import { BodyReading } from './body-reading.ts'
import { networkOf } from './network.ts'
import type { Metrics } from './observe.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which memory budget its bodies count against; a budget that is used up does not affect the others. */
    bodyShare?: string
  }
  interface FastifyInstance {
    /** The whole body as it came; refuses one that is too long, too slow, or that there is no memory for. */
    readBody(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer>
  }
  interface FastifyRequest {
    /** The response that belongs to it. */
    response: ServerResponse | null
  }
}

/** The budgets of calls and pushes, which have most bodies. */
const SHARE_BYTES: Readonly<Record<string, number>> = { call: 67_108_864, push: 67_108_864 }
const OTHER_SHARE_BYTES = 8_388_608
const LOOK_EVERY_MS = 1_000
const MAX_FORM_FIELDS = 1_000

/** Reads JSON and forms, and nothing else, within a share of the server's memory. */
export function parseBodies(http: FastifyInstance, metrics: Metrics): void {
  const shares = new Map<string, BodyBudget>()
  const arriving = new Set<BodyReading>()
  const looks = setInterval(() => {
    for (const reading of arriving) reading.look()
  }, LOOK_EVERY_MS).unref()
  http.addHook('onClose', (_http, done) => {
    clearInterval(looks)
    done()
  })
  metrics.gauge('kaibo_body_bytes', 'Memory that bodies of requests take up', async () =>
    [...shares.values()].reduce((sum, share) => sum + share.taken, 0),
  )

  http.decorateRequest('response', null)
  http.addHook('preParsing', (request, reply, _payload, done) => {
    request.response = reply.raw
    done()
  })
  http.decorate('readBody', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit, config } = request.routeOptions
    const { bodyShare = 'call' } = config
    const budget =
      shares.get(bodyShare) ?? new BodyBudget(SHARE_BYTES[bodyShare] ?? OTHER_SHARE_BYTES)
    shares.set(bodyShare, budget)
    const network = networkOf(request.ip)
    const { response } = request
    const cutOff = () => void response?.setHeader('connection', 'close')
    const reading = new BodyReading(payload, { network, limit: bodyLimit, budget, cutOff })
    response?.once('close', () => reading.release())
    arriving.add(reading)
    return reading.done.finally(() => arriving.delete(reading))
  })

  const accept = (type: string, parse: (text: string, request: FastifyRequest) => unknown) =>
    http.addContentTypeParser(type, async (request: FastifyRequest, payload: IncomingMessage) =>
      // There is no such route: the body is not read.
      request.is404 ? undefined : parse(String(await http.readBody(request, payload)), request),
    )
  http.removeAllContentTypeParsers()
  accept('application/json', jsonParser(http))
  accept('application/x-www-form-urlencoded', (text) => {
    if (text.split('&', MAX_FORM_FIELDS + 1).length > MAX_FORM_FIELDS)
      throw invalid({
        '': words(
          `表单最多${MAX_FORM_FIELDS}个字段，请改用JSON`,
          `A form has at most ${MAX_FORM_FIELDS} fields; send JSON`,
        ),
      })
    return parseForm(text, undefined, undefined, { maxKeys: MAX_FORM_FIELDS })
  })
}

/** Fastify's own, which refuses `__proto__`, for texts that are not nested too deep. */
function jsonParser(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser('error', 'error')
  return (text: string, request: FastifyRequest) => {
    if (!isShallowJson(text))
      throw invalid({ '': words('请求内容嵌套太深', 'The request is nested too deep') })
    return new Promise((resolve, reject) => {
      void parse(request, text, (error, body) => (error ? reject(error) : resolve(body)))
    })
  }
}
