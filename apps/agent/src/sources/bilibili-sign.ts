import { createHash, createHmac } from 'node:crypto'

export interface BilibiliKeys {
  access_key_id: string
  access_key_secret: string
}

/** The headers that the open platform wants with a call; `timestamp` in seconds. */
export function signedHeaders(
  body: string,
  { access_key_id, access_key_secret }: BilibiliKeys,
  nonce: string,
  timestamp: number,
): Record<string, string> {
  // In the order of their names, as the signature wants them
  const headers = {
    'x-bili-accesskeyid': access_key_id,
    'x-bili-content-md5': createHash('md5').update(body).digest('hex'),
    'x-bili-signature-method': 'HMAC-SHA256',
    'x-bili-signature-nonce': nonce,
    'x-bili-signature-version': '1.0',
    'x-bili-timestamp': String(timestamp),
  }
  const text = Object.entries(headers)
    .map(([name, value]) => `${name}:${value}`)
    .join('\n')
  return {
    ...headers,
    authorization: createHmac('sha256', access_key_secret).update(text).digest('hex'),
    'content-type': 'application/json',
    accept: 'application/json',
  }
}
