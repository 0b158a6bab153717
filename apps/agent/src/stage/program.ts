import type { StageHello } from '@kaibo/contract/stage/link.schema.ts'

/** A page, as far as it matters for which one viewers see. */
export type Standing = Pick<StageHello, 'obs' | 'active' | 'audio'> & {
  /** Pages are numbered as they are opened; one that connects anew keeps its number. */
  number: number
}

/** OBS that shows it, OBS, a browser that is heard, one that is not. */
export function rankOf({ obs, active, audio }: Standing): number {
  if (obs !== null) return active ? 3 : 2
  return audio === 'ok' ? 1 : 0
}

/** Which page is the program: the highest, among equals the newest. */
export function programOf<Page extends Standing>(pages: Iterable<Page>): Page | undefined {
  let best: Page | undefined
  for (const page of pages) if (!best || isBefore(page, best)) best = page
  return best
}

function isBefore(page: Standing, other: Standing): boolean {
  const by = rankOf(page) - rankOf(other)
  return by === 0 ? page.number > other.number : by > 0
}
