import { domains } from './facts/domains.ts'
import { HandleAction, WorkerStatus } from './facts/enums.ts'
import { labels } from './facts/labels.ts'
import { sentences } from './facts/sentences.ts'
import { optionsOf } from './kernel/enumeration.ts'
import { moveCauses } from './room/room.enums.ts'

/** Of one enumeration: its labels in both languages. */
const pairsOf = (members: object): [zh: string, en: string][] =>
  optionsOf(members, 'zh').map(({ label }, at) => [
    label,
    optionsOf(members, 'en')[at]?.label ?? '',
  ])

/** 编辑直播间: Edit rooms. */
const rights = pairsOf(HandleAction).flatMap(([act, inEnglish]) =>
  Object.values(domains).map(({ zh, en }): [string, string] => [
    `${act}${zh}`,
    `${inEnglish} ${en.toLowerCase()}`,
  ]),
)

/** What nothing is filled into. */
const whole = new Map<string, string>([
  ...rights,
  ...pairsOf(WorkerStatus),
  ...pairsOf(moveCauses),
  ...Object.entries(labels),
  ...Object.entries(sentences),
])

const GAP = /\{\w+\}/g
const NAME = '{name}'

const patterns = Object.entries(sentences)
  .filter(([zh]) => zh.includes('{'))
  .map(([zh, en]) => ({
    fits: new RegExp(`^${zh.split(GAP).map(asItIs).join('(.+?)')}$`, 's'),
    gaps: [...zh.matchAll(GAP)].map(String),
    en,
  }))

function asItIs(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/**
 * In English what a schema, a table of rules or the server says in Chinese. What it was filled with is looked up in turn, but
 * for names. What nobody has translated stays as it is.
 */
export function inEnglish(text: string): string {
  const known = whole.get(text)
  if (known !== undefined) return known
  for (const { fits, gaps, en } of patterns) {
    const filled = fits.exec(text)?.slice(1)
    if (!filled) continue
    return en.replaceAll(GAP, (gap) => {
      const part = filled[gaps.indexOf(gap)] ?? ''
      return gap === NAME ? part : inEnglish(part)
    })
  }
  return text
}
