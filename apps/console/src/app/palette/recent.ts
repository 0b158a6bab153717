import * as z from 'zod/mini'
import { currentSession, onSession } from '#client/session.ts'
import { entry } from '#client/storage.ts'

/** What was last chosen: a place, which has an address, or an act, which is known by its key. */
const Choice = z.object({
  key: z.string(),
  label: z.string(),
  detail: z.string(),
  to: z.optional(z.string()),
})
export type Choice = z.infer<typeof Choice>

const KEPT = 6

const stored = entry('searched', z.object({ uid: z.string(), choices: z.array(Choice) }))

/** Of this person, the last first. */
export function recentChoices(): readonly Choice[] {
  const kept = stored.read()
  return kept && kept.uid === currentSession().user?.uid ? kept.choices : []
}

export function rememberChoice({ key, label, detail, to }: Choice): void {
  const uid = currentSession().user?.uid
  if (!uid) return
  const others = recentChoices().filter((choice) => choice.key !== key)
  const choices = [{ key, label, detail, ...(to === undefined ? {} : { to }) }, ...others]
  stored.write({ uid, choices: choices.slice(0, KEPT) })
}

// Who logs out leaves no names behind; a login that expired finds them again.
onSession(() => {
  if (currentSession().ended?.comeBack === false) stored.remove()
})
