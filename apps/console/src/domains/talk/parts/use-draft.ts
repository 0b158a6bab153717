import { useState } from 'react'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { Problem, RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { RootNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useAct } from '#client/query.ts'
import { useAskBeforeClose } from '#kit/progress/use-close-warning.ts'

export type RuleData = DataOf<typeof talkApi.data>

/** The draft as this person has it. What others save meanwhile is told by the server when it is saved: nothing is overwritten. */
export function useDraft(data: RuleData) {
  const [row, setRow] = useState<RuleRow>(data.row)
  const [root, setRoot] = useState<RootNode>(data.set.root)
  const [saved, setSaved] = useState<RootNode>(data.set.root)
  const [problems, setProblems] = useState<readonly Problem[]>(data.problems)
  const save = useAct(talkApi.save, { silent: true })
  const isDirty = root !== saved
  useAskBeforeClose(isDirty)

  async function keep(): Promise<RuleRow> {
    save.reset()
    const set = { ...data.set, root }
    const answer = await save.mutateAsync({ rule_id: row.rule_id, version: row.version, set })
    setRow(answer.row)
    setSaved(root)
    setProblems(answer.problems)
    return answer.row
  }

  return {
    row,
    root,
    saved,
    problems,
    isDirty,
    isSaving: save.isPending,
    error: save.error,
    change: setRoot,
    /** Saves what is not saved yet; nothing where that failed: the error shows above the rules. */
    keep: () => (isDirty ? keep().catch(() => undefined) : Promise.resolve(row)),
    /** The row has another version, and nothing that is not published. */
    published: (version: number) => setRow((now) => ({ ...now, is_dirty: false, version })),
  }
}
