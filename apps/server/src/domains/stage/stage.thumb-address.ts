import { THUMB_PATH, THUMB_STALE_MS, type Thumb } from '@kaibo/contract/stage/thumb.schema.ts'
import { isSameText } from '#platform/same-text.ts'
import type { Seal } from '#platform/seal.ts'

const ADDRESS_MS = 600_000

/** The addresses of rooms' pictures: signed, for whoever is shown the room. */
export function thumbAddresses(seal: Pick<Seal, 'sign'>) {
  const sign = (room_id: string, at: string) => seal.sign('thumb', `${room_id} ${at}`)
  return {
    /** Of a room that viewers see; nothing where its newest picture is old. */
    of: (room_id: string, at: number | null, now: number): Thumb | null =>
      at === null || now - at > THUMB_STALE_MS
        ? null
        : { url: `${THUMB_PATH}${room_id}/${at}?signature=${sign(room_id, String(at))}`, at },

    /** Whether we made this address, within the last minutes. */
    isGood: (room_id: string, at: string, signature: unknown, now: number): boolean =>
      typeof signature === 'string' &&
      isSameText(signature, sign(room_id, at)) &&
      now - Number(at) <= ADDRESS_MS,
  }
}
