import { useState } from 'react'
import type { CallName } from '@kaibo/contract/kernel/endpoint.ts'
import { formTopic, type FormTopic, type LiveEvent } from '@kaibo/contract/live/topics.ts'
import { useLive, useLiveState } from './live.ts'

type Present = LiveEvent<FormTopic>['data']
const nobody: Present = { people: [], more: 0 }

/** Who else has this record's form open, by the call that saves it. To ask is to be there oneself, for as long as this stands. */
export function useOthers(call: CallName, id: string): Present {
  const [present, setPresent] = useState(nobody)
  useLive(formTopic(call, id), ({ data }) => setPresent(data))
  // What was heard before the channel broke may no longer hold; once it is open again, it says anew who is there.
  const state = useLiveState()
  const [before, setBefore] = useState(state)
  if (before !== state) {
    setBefore(state)
    setPresent(nobody)
  }
  return present
}
