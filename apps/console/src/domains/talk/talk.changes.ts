import { sentenceOf, type Reader } from '@kaibo/contract/talk/sentence.ts'
import type { NodeDiff } from '@kaibo/contract/talk/talk.rollout.schema.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { placed, type Placed } from './talk.draft.ts'

/** One rule of two versions: what it says no longer, and what it says instead. Both empty: its order or what no sentence tells. */
export interface Change {
  id: string
  name: string
  gone: readonly string[]
  fresh: readonly string[]
}

/** What a version changed, rule by rule, in sentences. */
export function changesIn(
  { added, removed, changed }: NodeDiff,
  { before, after }: { before: RootNode; after: RootNode },
  reader: Reader,
): Change[] {
  const [old, now] = [linesOf(before, reader), linesOf(after, reader)]
  return [...changed, ...added, ...removed].map(({ id, name }) => {
    const [was, is] = [old.get(id) ?? [], now.get(id) ?? []]
    const gone = was.filter((line) => !is.includes(line))
    return { id, name, gone, fresh: is.filter((line) => !was.includes(line)) }
  })
}

const linesOf = (root: RootNode, reader: Reader) =>
  new Map([...placed(root)].map((place) => [place.node.id, linesAt(place, reader)]))

/** A rule as a sentence; of one with several lines all of them, as the sentence tells the first alone. */
function linesAt({ node, heard, subject }: Placed, { lang, known }: Reader): string[] {
  const sentence = sentenceOf(node, { heard, subject }, lang, known)
  const actions = node.type === 'son' ? node.actions : []
  const lines = actions.flatMap((one) => (one.kind === 'say' ? one.templates : []))
  return [sentence, ...(lines.length > 1 ? lines.map(({ text }) => text) : [])]
}
