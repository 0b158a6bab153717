import type { SayAction } from '@kaibo/contract/talk/action.schema.ts'
import type { Frame, Passed } from './frame.ts'
import type { Scope } from './scope.ts'
import { compileTemplate, type Template } from './template.ts'

export interface Say {
  readonly path: string
  readonly templates: readonly Template[]
  readonly weights: readonly number[]
  readonly noRepeat: number
}

export function compileSay(action: SayAction, path: string, scope: Scope): Say {
  const { templates, no_repeat } = action
  return {
    path,
    templates: templates.map(({ text }, index) =>
      compileTemplate(text, `${path}/templates[${index}]`, scope),
    ),
    weights: templates.map(({ weight }) => weight),
    // At least one template can always be picked
    noRepeat: Math.min(no_repeat, templates.length - 1),
  }
}

/** The purpose of these draws; a node's draws for other purposes are independent of them. */
const WORDS = 3
/** So many lines with a forbidden word, and the rule is silent. */
const MAX_BLOCKED = 3

/** A line that could be spoken; `pick` is remembered if it is. */
export interface Line {
  pick: number
  passed: Passed
}

/**
 * The line to speak; a reason when every template lacks a value or holds a forbidden word. The templates that were picked last are not
 * picked again, unless all others cannot be spoken.
 */
export function speak(
  say: Say,
  key: string,
  node: number,
  frame: Frame,
): Line | 'ERROR' | 'BLOCKED' {
  const { path, templates, weights, noRepeat } = say
  const random = frame.chance(node, WORDS)
  const recent = noRepeat > 0 ? frame.state.lastSaid(key).slice(-noRepeat) : []
  if (noRepeat > 0) frame.recorder?.knew(`said:${key}`, recent)
  const left = weights.map((weight, index) => (recent.includes(index) ? 0 : weight))
  const skipped: number[] = []
  const of = templates.length
  let blocked = 0
  for (let attempt = 0; attempt < templates.length; attempt++) {
    let pick = random.pick(left)
    // All others cannot be spoken: the one picked longest ago. After an edit its number can be out of range
    if (pick < 0) pick = recent.find((index) => !skipped.includes(index)) ?? -1
    const line = templates[pick]?.(frame, random)
    const passed = line === undefined ? undefined : frame.screened(line)
    if (passed) {
      const { text } = passed
      if (frame.recorder) {
        const step = { kind: 'say', path, of, skipped, pick, text } as const
        frame.recorder.add(noRepeat > 0 ? { ...step, recent: [...recent] } : step)
      }
      return { pick, passed }
    }
    if (line !== undefined && ++blocked === MAX_BLOCKED) break
    left[pick] = 0
    skipped.push(pick)
  }
  frame.recorder?.add({ kind: 'say', path, of, skipped })
  return blocked > 0 ? 'BLOCKED' : 'ERROR'
}
