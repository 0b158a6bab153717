import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { eventLabel } from '@kaibo/contract/talk/sentence.ts'
import { TryState } from '@kaibo/contract/talk/talk.enums.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import type { RuleCase } from '@kaibo/contract/talk/talk.tape.schema.ts'
import type { Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'
import { placed } from './talk.draft.ts'
import type { Try } from './parts/use-try.ts'

/** As many decisions of one event as a case can expect. */
const MAX_EXPECTED = 20
const MAX_NAME = 40

/**
 * The last rehearsal as a case: what each rule of this set decided. Only of one that began from the beginning and ran once is
 * that the same every time; a sentence is expected word by word only where its rule has no other to choose.
 */
export function caseOf(
  { root, set_id, given, tried }: Try,
  lang: Lang,
  known: Vocabulary,
): RuleCase | undefined {
  if (!tried || given.state !== TryState.clean || tried.stats !== null) return undefined
  const own = tried.decisions.filter((one) => one.set_id === set_id).slice(0, MAX_EXPECTED)
  if (own.length === 0) return undefined
  const sure = new Set(rulesWithOneLine(root))
  const { key, vars } = given
  const name = [vars['ev.user.name'], eventLabel(key, lang, known)].filter(Boolean).join(' ')
  return {
    name: name.slice(0, MAX_NAME),
    event: { key, vars: { ...vars } },
    now: tried.now,
    expect: own.map(({ node_id, outcome, text }) => ({
      node_id,
      outcome,
      ...(text !== null && sure.has(node_id) && { text }),
    })),
  }
}

function* rulesWithOneLine(root: RootNode): Generator<string> {
  for (const { node } of placed(root))
    if (
      node.type === 'son' &&
      node.actions.every((one) => one.kind !== 'say' || one.templates.length === 1)
    )
      yield node.id
}
