/** Every answer under the API prefixes (spec §7): `code` 0 is success, anything else is an error of `facts/codes.ts`. */
export interface Envelope<Data = unknown> {
  code: number
  msg: string
  data: Data
}

export const ok = <Data>(data: Data): Envelope<Data> => ({ code: 0, msg: 'success', data })
