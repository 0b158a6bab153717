import type { Moment } from '@kaibo/contract/room/room.schema.ts'

/** What stays on screen; older moments are read again on demand. */
const KEPT = 500

/** A page of a timeline as the server answers it, newest first. */
interface Page {
  readonly list: readonly Moment[]
  readonly has_more: boolean
}

/** The part of a timeline that the console has, by time and without a hole. */
export interface HeldMoments {
  /** The room and the kind that it was asked for. */
  readonly key: string
  readonly moments: readonly Moment[]
  /** Whether older ones can be asked for; not known before the first page. */
  readonly more?: boolean | undefined
  /** More than these are cut: older pages that a person asked for widen it. */
  readonly limit: number
  /** The newest page that was taken last. */
  readonly newest?: Page
}

export type Arrival = { key: string } & (
  | { type: 'arrived'; moments: readonly Moment[] }
  /** `before` is the moment that the page ends at. */
  | { type: 'olderLoaded'; before: string; page: Page }
  | { type: 'newestLoaded'; page: Page }
)

export const nothingHeld = (key: string): HeldMoments => ({ key, moments: [], limit: 2 * KEPT })

/** What is held once something more has come; of what was asked for before, nothing stays. */
export function hold(before: HeldMoments, came: Arrival): HeldMoments {
  const held = before.key === came.key ? before : nothingHeld(came.key)
  switch (came.type) {
    case 'arrived':
      return withinLimit({ ...held, moments: merge(held.moments, came.moments) })
    case 'olderLoaded': {
      // Whoever looks at something else by now did not wait for it, and to a window that has moved on it does not reach.
      if (held !== before || !has(held, came.before)) return before
      const { list, has_more } = came.page
      const moments = merge(list, held.moments)
      return { ...held, moments, more: has_more, limit: held.limit + list.length }
    }
    default:
      return withNewest(held, came.page)
  }
}

/** A page that reaches what is held joins it; between the two there may else be a hole, and what is older is asked for anew. */
function withNewest(held: HeldMoments, page: Page): HeldMoments {
  const first = page.list.at(-1)
  const reaches = has(held, first?.id)
  const joined = reaches
    ? held.moments
    : held.moments.filter(({ at }) => first === undefined || at >= first.at)
  const moments = merge(joined, page.list)
  const isOldest = moments[0]?.id === first?.id
  const more = reaches && !isOldest ? held.more : page.has_more
  return withinLimit({ ...held, moments, more, newest: page })
}

const has = (held: HeldMoments, id: string | undefined) => held.moments.some((one) => one.id === id)

function withinLimit(held: HeldMoments): HeldMoments {
  if (held.moments.length <= held.limit) return held
  return { ...held, moments: held.moments.slice(-KEPT), more: true, limit: 2 * KEPT }
}

/** One of each id, the later said of it, by time. */
function merge(some: readonly Moment[], more: readonly Moment[]): Moment[] {
  const byId = new Map([...some, ...more].map((moment) => [moment.id, moment]))
  return [...byId.values()].sort((a, b) => (isAfter(a, b) ? 1 : -1))
}

/** Where a moment stands among others; it may itself be gone. */
export type Place = Pick<Moment, 'at' | 'id'>

export const isAfter = (a: Place, b: Place): boolean =>
  a.at > b.at || (a.at === b.at && a.id > b.id)
