import type { DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'

/** Calls a running server as a logged-in person; a non-zero code is an error. */
export interface Client {
  readonly token: string
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<DataOf<E>>
}

export async function loginOver(url: string, username: string, password: string): Promise<Client> {
  const { token } = await exchange(url, '', authApi.login, { username, password })
  return { token, call: (endpoint, input) => exchange(url, token, endpoint, input) }
}

async function exchange<E extends Endpoint>(
  url: string,
  token: string,
  endpoint: E,
  input: InputOf<E>,
): Promise<DataOf<E>> {
  const query = endpoint.method === 'GET' ? `?${new URLSearchParams(asStrings(input))}` : ''
  const answer = await fetch(`${url}${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}`, token } : {}),
      ...(endpoint.method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  })
  const envelope = (await answer.json()) as Envelope<DataOf<E>>
  if (envelope.code !== 0) {
    throw new Error(
      `${endpoint.name}: ${envelope.code} ${envelope.msg} ${JSON.stringify(envelope.data)}`,
    )
  }
  return envelope.data
}

const asStrings = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
