import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import type { SendPage } from './console.ts'
import { HttpFault } from './failure.ts'

/** The console's built files. One that is gone belongs to an older console: its page in its place would only confuse. */
const FILE = /^\/assets\//
const API = /^\/(admin\/v1|live|common|agent|ingest)(\/|$)/
const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What no route answers: 405 and 404 in the envelope under the API's prefixes, the console's page elsewhere. */
export function answerTheRest(http: FastifyInstance, page: SendPage): void {
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isApi = API.test(path)
    const allowed = isApi ? METHODS.filter((method) => http.hasRoute({ method, url: path })) : []
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      throw new HttpFault(405, Code.invalid, httpText(405))
    }
    const isPage = !FILE.test(path) && (!isApi || isScreen(path, request))
    if (isReading(request) && isPage) return page(reply)
    throw new HttpFault(404, Code.notFound, httpText(404))
  })
}

const isReading = (request: FastifyRequest) => ['GET', 'HEAD'].includes(request.method)

/** Some screens lie under an API prefix, `/live/account` for one; a browser that opens one asks for HTML. */
const isScreen = (path: string, request: FastifyRequest) =>
  path.startsWith('/live/') && (request.headers.accept?.includes('text/html') ?? false)
