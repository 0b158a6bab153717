import * as z from 'zod/mini'
import { entry } from './storage.ts'

const ViewAs = z.object({ id: z.string(), name: z.string() })
export type ViewAs = z.infer<typeof ViewAs>

/** Saved: who makes room for something else must not suddenly act with their own rights. */
const stored = entry('view-as', ViewAs, { saved: true, ofTab: true })

/** The group that this tab views as; gone with the tab. */
export const currentViewAs = stored.read

/** A login that is over takes it with it. */
export const forgetViewAs = stored.remove

/** Begins anew as this group, or as oneself: nothing that was loaded before may stay. */
export function viewAs(group: ViewAs | undefined): void {
  if (group) stored.write(group)
  else forgetViewAs()
  location.assign('/')
}
