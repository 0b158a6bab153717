import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { readConfig } from './config.ts'

const CLIENT = '198.51.100.7'

describe.each([
  [
    '10.0.0.0/8, 192.168.7.1, fd00::/8',
    [
      ['a proxy of a named network says who calls', '10.1.2.3', CLIENT, CLIENT],
      ['one on a socket of IPv6, too', '::ffff:10.1.2.3', CLIENT, CLIENT],
      ['one of a named network of IPv6', 'fd00::5', CLIENT, CLIENT],
      ['what others say is ignored', '203.0.113.5', CLIENT, '203.0.113.5'],
      ['beside a named address, too', '192.168.7.2', CLIENT, '192.168.7.2'],
      ['this machine is not named with others', '127.0.0.1', CLIENT, '127.0.0.1'],
      ['of two proxies the outer says it', '10.1.2.3', `${CLIENT}, 192.168.7.1`, CLIENT],
      ['and nobody before it', '10.1.2.3', `10.9.9.9, ${CLIENT}, 192.168.7.1`, CLIENT],
      ['the outer is not named', '10.1.2.3', `${CLIENT}, 203.0.113.5`, '203.0.113.5'],
    ],
  ],
  [
    '',
    [
      ['one on this machine says who calls', '127.0.0.1', CLIENT, CLIENT],
      ['others are ignored', '10.1.2.3', CLIENT, '10.1.2.3'],
    ],
  ],
])('with KAIBO_TRUST_PROXY=%s', (setting, cases) => {
  let server: TestServer
  beforeAll(async () => {
    const { trustProxy = '' } = readConfig({ KAIBO_TRUST_PROXY: setting })
    server = await bootServer({ config: { trustProxy } })
    server.app.http.get('/caller', (request, reply) => reply.send(request.ip))
  })
  afterAll(() => server.close())

  test.each(cases)('%s', async (_, remoteAddress, forwarded, caller) => {
    const headers = { 'x-forwarded-for': forwarded }
    const answer = await server.app.http.inject({ url: '/caller', remoteAddress, headers })
    expect(answer.body).toBe(caller)
  })
})
