import { useMemo, useState } from 'react'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import type { Vocabulary } from '@kaibo/contract/talk/vocabulary.ts'
import { useLanguage } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import type { RuleData } from '../talk.editing.ts'
import { NO_PAINT, paintOf, type Tried } from '../talk.paint.ts'
import { sampleOf, type Values } from '../talk.samples.ts'

/** The event that is tried, and on what. */
export interface Given {
  room_code: string | undefined
  key: string
  vars: Values
  state: InputOf<typeof talkApi.test>['state']
  runs: number
}

interface Done {
  root: RootNode
  given: Given
  tried: Tried
}

export const MANY = 100

/** One set on trial: the event, and what came of it, as long as neither has changed since. */
export function useTry(
  { row: { rule_id }, set, rooms, samples }: RuleData,
  root: RootNode,
  known: Vocabulary,
) {
  const lang = useLanguage()
  const first = root.triggers?.[0]?.event ?? 'gift.receive'
  const [given, setGiven] = useState<Given>(() => ({
    room_code: rooms[0]?.room_code,
    key: first,
    vars: sampleOf(first, lang, { known, samples }),
    state: 'clean',
    runs: 1,
  }))
  const [done, setDone] = useState<Done>()
  const test = useAct(talkApi.test, { silent: true })
  const isFresh = done?.root === root && done.given === given
  const tried = isFresh ? done.tried : undefined
  const paint = useMemo(
    () => (tried ? paintOf(root, rule_id, tried) : NO_PAINT),
    [tried, root, rule_id],
  )

  return {
    root,
    set_id: rule_id,
    given,
    give: (change: Partial<Given>) => setGiven((now) => ({ ...now, ...change })),
    /** Another event begins with what such events usually say. */
    giveEvent: (key: string) =>
      setGiven((now) => ({ ...now, key, vars: sampleOf(key, lang, { known, samples }) })),
    isBusy: test.isPending,
    error: test.error,
    tried,
    /** There is an answer, but of something else than what stands now. */
    isStale: done !== undefined && !isFresh,
    paint,
    run: () => {
      const { room_code, key, vars, state, runs } = given
      const input = {
        ...(room_code !== undefined && { room_code }),
        target: { rule_id, draft: { ...set, root } },
        event: { key, vars: { ...vars } },
        state,
        runs,
      }
      test.mutate(input, { onSuccess: (answer) => setDone({ root, given, tried: answer }) })
    },
  }
}

export type Try = ReturnType<typeof useTry>
