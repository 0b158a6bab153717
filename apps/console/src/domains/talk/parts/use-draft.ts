import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { call } from '#client/http.ts'
import { refreshAll } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { useAskBeforeClose } from '#kit/progress/use-close-warning.ts'
import { RuleDraft, type RuleData } from '../talk.editing.ts'

const AUTOSAVE_MS = 2_000

/** The draft of this set for as long as its editor stands. It saves itself when nobody has typed for two seconds. */
export function useDraft(data: RuleData) {
  const [draft] = useState(() => new RuleDraft(data, CALLS))
  const now = useSyncExternalStore(draft.on, draft.now)
  const may = useCan(talkApi.save.can)
  const { isDirty } = draft
  useAskBeforeClose(isDirty)
  /** Only what nobody has gone on writing since. */
  const keep = useEffectEvent((written: RootNode) => {
    if (draft.now().steps.now === written) void draft.keep()
  })
  const { steps, error, conflict } = now
  const root = steps.now
  // What was refused is not sent again before it is another
  const waits = isDirty && may === true && !error && !conflict
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => keep(root), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [waits, root])
  /** Nobody waits for the timer of a page that was left. */
  const leave = useEffectEvent(() => {
    if (waits) void draft.keep()
  })
  useEffect(() => () => leave(), [])
  return { draft, ...now, root, isDirty, may }
}

const CALLS = {
  read: (rule_id: string) => call(talkApi.data, { rule_id }, { silent: true }),
  async save(...[input]: Parameters<ConstructorParameters<typeof RuleDraft>[1]['save']>) {
    const answer = await call(talkApi.save, input, { silent: true })
    refreshAll(talkApi.save.changes)
    return answer
  },
}
