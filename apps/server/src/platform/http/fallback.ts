import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Code, httpText } from '@kaibo/contract/facts/codes.ts'
import type { SendPage } from './console.ts'
import { HttpFault } from './failure.ts'

/** The console's built files. A missing one belongs to an older build and is answered 404, not with the page. */
const FILE = /^\/assets\//
const API = /^\/(admin\/v1|live|common|agent|ingest)(\/|$)/

/** What no route answers: 405 and 404 in the envelope under the API's prefixes, the console's page elsewhere. */
export function answerTheRest(http: FastifyInstance, page: SendPage): void {
  const methodsOf = knownMethods(http)
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isApi = API.test(path)
    const allowed = isApi ? methodsOf(path) : []
    if (allowed.length > 0) {
      reply.header('allow', allowed.join(', '))
      throw new HttpFault(405, Code.invalid, httpText(405))
    }
    const isPage = !FILE.test(path) && (!isApi || isScreen(path, request))
    if (isReading(request) && isPage) return page(reply)
    throw new HttpFault(404, Code.notFound, httpText(404))
  })
}

/** Answers the methods that a path takes, from the routes that are registered after this call. */
function knownMethods(http: FastifyInstance): (path: string) => string[] {
  const routes: { methods: string[]; pattern: RegExp }[] = []
  http.addHook('onRoute', ({ method, url }) => {
    if (API.test(url)) routes.push({ methods: [method].flat(), pattern: patternOf(url) })
  })
  return (path) => {
    const taken = routes.filter(({ pattern }) => pattern.test(path))
    return [...new Set(taken.flatMap(({ methods }) => methods))]
  }
}

/** `:name` stands for one part of a path; a slash at the end is ignored. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split('/')
  const read = parts.map((part) =>
    part.startsWith(':') ? '[^/]+' : part.replaceAll(/\W/g, '\\$&'),
  )
  return new RegExp(`^${read.join('/')}/?$`)
}

const isReading = (request: FastifyRequest) => ['GET', 'HEAD'].includes(request.method)

/** Some screens lie under an API prefix, `/live/account` for one; a browser that opens one asks for HTML. */
const isScreen = (path: string, request: FastifyRequest) =>
  path.startsWith('/live/') && (request.headers.accept?.includes('text/html') ?? false)
