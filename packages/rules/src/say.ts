import { storable } from '@kaibo/contract/live/event.ts'
import { MAX_LINE, type SayAction } from '@kaibo/contract/talk/talk.schema.ts'
import type { Frame } from './frame.ts'
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

/**
 * The line to speak; nothing when every template lacks a value. The templates that were picked last are not picked again, unless all
 * others lack a value.
 */
export function speak(say: Say, key: string, node: number, frame: Frame): string | undefined {
  const { path, templates, weights, noRepeat } = say
  const random = frame.chance(node, WORDS)
  const recent = noRepeat > 0 ? frame.state.lastSaid(key).slice(-noRepeat) : []
  const left = weights.map((weight, index) => (recent.includes(index) ? 0 : weight))
  const skipped: number[] = []
  for (let attempt = 0; attempt < templates.length; attempt++) {
    let pick = random.pick(left)
    // All others lack a value: the one picked longest ago. After an edit its number can be out of range
    if (pick < 0) pick = recent.find((index) => !skipped.includes(index)) ?? -1
    const line = templates[pick]?.(frame, random)
    if (line !== undefined) {
      const text = line.length > MAX_LINE ? storable(line.slice(0, MAX_LINE)) : line
      if (noRepeat > 0) frame.state.remember(key, pick, noRepeat)
      frame.recorder?.add({ kind: 'say', path, pick, of: templates.length, skipped, text })
      return text
    }
    left[pick] = 0
    skipped.push(pick)
  }
  frame.recorder?.add({ kind: 'say', path, of: templates.length, skipped })
  return undefined
}
