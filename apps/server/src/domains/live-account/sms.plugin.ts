import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { smsApi, type SmsResult } from '@kaibo/contract/live-account/sms.api.ts'
import { ok } from '@kaibo/contract/kernel/envelope.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Clock } from '#platform/clock.ts'
import { HttpFault } from '#platform/http/failure.ts'
import { networkOf } from '#platform/http/network.ts'
import { createThrottle } from '#platform/http/throttle.ts'
import type { SmsReceiver } from './sms.receive.ts'

/** Wrong signatures from one address in a minute; then it is answered 429. What is signed right is always taken. */
const GUESSES = 10

/** The routes by which gateways send text messages in. Signatures are checked before anything is parsed. */
export const smsPlugin =
  (receiver: SmsReceiver, clock: Clock): FastifyPluginAsync =>
  async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      http.readBody(request, payload),
    )
    const guessed = createThrottle(clock, GUESSES)

    const receive =
      (take: (request: FastifyRequest, body: Buffer) => Promise<SmsResult>) =>
      async (request: FastifyRequest) => {
        const { body, ip } = request
        try {
          return ok(await take(request, Buffer.isBuffer(body) ? body : Buffer.alloc(0)))
        } catch (error) {
          if (error instanceof HttpFault && error.status === 401) guessed(ip)
          throw error
        }
      }
    const { push, forward } = smsApi
    const routeOf = ({ name, maxBytes }: typeof push | typeof forward) => ({
      bodyLimit: maxBytes,
      config: { endpoint: name, bodyShare: 'push' },
      onRequest: async (request: FastifyRequest) => assertPrivate(request),
    })
    http.post(
      push.path,
      routeOf(push),
      receive(({ headers }, body) => receiver.push(headers, body)),
    )
    http.post<{ Params: { gateway: string } }>(
      forward.path,
      routeOf(forward),
      receive((request, body) => {
        const { gateway } = request.params as { gateway: string }
        return receiver.forward(gateway, body)
      }),
    )
  }

/**
 * Over HTTPS, or from the machine itself: SmsForwarder signs no content, so that anybody on the way could read and change it. A
 * proxy on this machine says by `X-Forwarded-Proto` how it was reached; what names no proxy and comes from this machine is a test.
 */
function assertPrivate({ protocol, ip }: FastifyRequest): void {
  const network = networkOf(ip)
  if (protocol === 'https' || network.startsWith('127.') || ip === '::1') return
  throw new HttpFault(
    403,
    Code.forbidden,
    words(
      '短信只接受HTTPS，请改用https地址',
      'Text messages are taken over HTTPS only; use the https address',
    ),
  )
}
