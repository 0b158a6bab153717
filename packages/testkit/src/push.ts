import { createHash, createHmac } from 'node:crypto'

/** Signs and sends as the platforms do; written from their public rules, apart from the server's own code. */

export interface DouyinPush {
  room_id: string
  type: 'live_comment' | 'live_gift' | 'live_like' | 'live_fansclub'
  secret: string
  payloads: unknown[]
  at?: number
}

export function pushDouyin(
  url: string,
  { room_id, type, secret, payloads, at = Date.now() }: DouyinPush,
) {
  const body = JSON.stringify(payloads)
  const headers = {
    'x-msg-type': type,
    'x-nonce-str': 'nonce',
    'x-roomid': room_id,
    'x-timestamp': String(at),
  }
  const line = Object.entries(headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const signature = createHash('md5')
    .update(line + body + secret, 'utf8')
    .digest('base64')
  return fetch(`${url}/ingest/v1/douyin`, {
    method: 'POST',
    headers: { ...headers, 'x-signature': signature, 'content-type': 'application/json' },
    body,
  })
}

export interface GenericPush {
  key: string
  secret: string
  room_code: string
  events: unknown[]
  at?: number
}

export function pushEvents(
  url: string,
  { key, secret, room_code, events, at = Date.now() }: GenericPush,
) {
  const body = JSON.stringify({ room_code, events })
  const timestamp = String(Math.floor(at / 1000))
  return fetch(`${url}/ingest/v1/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-kaibo-key': key,
      'x-kaibo-timestamp': timestamp,
      'x-kaibo-signature': createHmac('sha256', secret)
        .update(`${timestamp}.${body}`)
        .digest('hex'),
    },
    body,
  })
}
