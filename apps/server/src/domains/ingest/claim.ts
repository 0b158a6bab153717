import { isShallow } from '@kaibo/contract/kernel/nesting.ts'
import { MONEY_KINDS, storable } from '@kaibo/contract/live/event.ts'
import { isRecord } from '#platform/record.ts'

/** The values that a refused event claims, as far as they can be read, shown to the person who decides on it. */
export interface Claim {
  source: string | null
  event_id: string | null
  kind: string | null
  open_id: string | null
  nickname: string
  gift_id: string | null
  gift_name: string | null
  fen: number | null
  count: number | null
  at: number | null
}

const moneyKinds: ReadonlySet<unknown> = new Set(MONEY_KINDS)

/** Whether an event, valid or not, may carry money. */
export function mayBeMoney(event: unknown): boolean {
  if (!isRecord(event)) return false
  const { kind, gift } = event
  return moneyKinds.has(kind) || (isRecord(gift) && gift['paid'] === true)
}

export function claimOf(event: unknown): Claim {
  const { source, event_id, kind, user, gift, at } = recordOf(event)
  const { open_id, nickname } = recordOf(user)
  const { id, name, fen, count, paid } = recordOf(gift)
  return {
    source: textOf(source, 32),
    event_id: textOf(event_id, 128),
    kind: textOf(kind, 32),
    open_id: textOf(open_id, 128),
    nickname: textOf(nickname, 100) ?? '',
    gift_id: textOf(id, 128),
    gift_name: textOf(name, 100),
    fen: paid === false ? 0 : wholeOf(fen),
    count: wholeOf(count),
    at: wholeOf(at),
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' ? storable(value.slice(0, max)) : null

const wholeOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? Number(value) : null

/** More of a message than this is not kept. */
const MAX_CHARACTERS = 16_384

/** The message as JSON. Where it is too long, `raw` (the platform's own message) is left out, and then the text is cut. */
export function textToKeep(sent: unknown): string {
  if (isShallow(sent)) {
    const whole = JSON.stringify(sent)
    if (whole.length <= MAX_CHARACTERS) return whole
  }
  const bare = withoutRaw(sent)
  if (!isShallow(bare)) return ''
  return storable(JSON.stringify(bare).slice(0, MAX_CHARACTERS))
}

/** Removes `raw` from an event, or from the event in an item of a spool. */
function withoutRaw(sent: unknown): unknown {
  if (!isRecord(sent)) return sent
  const { raw: _, ...rest } = sent
  return isRecord(rest['event']) ? { ...rest, event: withoutRaw(rest['event']) } : rest
}
