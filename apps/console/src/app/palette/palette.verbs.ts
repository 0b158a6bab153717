import { pinyin } from 'pinyin-pro'

/** What was typed, where it begins with what is to be done: 开播 阿狸, 停播阿狸, kb alyd, stop Ali. */
export function verbIn<Verb extends { label: string }>(
  typed: string,
  verbs: readonly Verb[],
): { verb: Verb; rest: string } | undefined {
  const text = typed.trim()
  for (const verb of verbs) {
    const word = heads(verb.label).find((head) => begins(text, head))
    if (word !== undefined) return { verb, rest: text.slice(word.length).trim() }
  }
  return undefined
}

const LATIN = /^[a-z]/

/** Letters run into those that follow; characters do not. */
function begins(text: string, head: string): boolean {
  const lower = text.toLowerCase()
  if (!lower.startsWith(head)) return false
  return !LATIN.test(head) || lower.length === head.length || lower.charAt(head.length) === ' '
}

/** As it is written, as it sounds, and its first letters. */
function heads(label: string): string[] {
  const sounds = pinyin(label, { toneType: 'none', type: 'array' })
  return [label, sounds.join(''), sounds.map((sound) => sound.slice(0, 1)).join('')].map((head) =>
    head.toLowerCase(),
  )
}
