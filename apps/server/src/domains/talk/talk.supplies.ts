import { NO_WORDS, type WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import { unchanged, type Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import type { RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import { compileBundle, NO_RULES, type RoomProgram } from '@kaibo/rules/bundle.ts'
import type { Screen } from '@kaibo/rules/frame.ts'
import type { Supplies, TapePart } from '@kaibo/rules/tape.ts'
import { WordScreen } from '@kaibo/rules/words/screen.ts'

/** The packs that a part names. */
export function packsIn({ head, inputs }: TapePart): string[] {
  const named = inputs.flatMap((input) =>
    input.do === 'use' ? [input.bundle] : input.do === 'words' ? [input.words] : [],
  )
  return [...new Set([head.bundle, head.words, ...named])].filter((hash) => hash !== null)
}

/** What tapes are played by: packs as they were, with one set as somebody wants it. Each is compiled once. */
export function suppliesOf(
  packs: ReadonlyMap<string, string>,
  other?: { rule_id: string; set: RuleSet },
): Supplies {
  const programs = new Map<string, RoomProgram>()
  const screens = new Map<string, Screen>()
  return {
    rules(hash) {
      const known = programs.get(hash ?? '')
      if (known) return known
      const body = packs.get(hash ?? '')
      if (body === undefined || hash === null) return NO_RULES
      const { rules } = compileBundle(withSet(JSON.parse(body) as Bundle, other))
      programs.set(hash, rules)
      return rules
    },
    screen(hash) {
      if (hash === null) return undefined
      const known = screens.get(hash)
      if (known) return known
      const body = packs.get(hash)
      const words = new WordScreen(body === undefined ? NO_WORDS : (JSON.parse(body) as WordPack))
      const screen: Screen = (line) => words.said(line)
      screens.set(hash, screen)
      return screen
    },
  }
}

/**
 * In its place among the others; behind them where the room was not bound to it. It keeps the number of the version in whose place it
 * stands: chance is drawn by it, and a rule that was not changed has to say what it said.
 */
function withSet(bundle: Bundle, other: { rule_id: string; set: RuleSet } | undefined): Bundle {
  if (!other) return bundle
  const set = { ...other.set, id: other.rule_id }
  const isBound = bundle.sets.some((bound) => bound.set.id === other.rule_id)
  const sets = bundle.sets.map((bound) =>
    bound.set.id === other.rule_id
      ? { ...bound, set: { ...set, version: bound.set.version } }
      : bound,
  )
  return { ...bundle, sets: isBound ? sets : [...sets, unchanged(set)] }
}
