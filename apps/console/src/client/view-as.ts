import * as z from 'zod/mini'
import { entry } from './storage.ts'

const ViewAs = z.object({ id: z.string(), name: z.string() })
export type ViewAs = z.infer<typeof ViewAs>

/** `saved`: if it were dropped to make room in full storage, the tab would silently act with the person's own rights. */
const stored = entry('view-as', ViewAs, { saved: true, ofTab: true })

/** The group that this tab views as; kept until the tab is closed. */
export const currentViewAs = stored.read

/** Called when the login ends. */
export const forgetViewAs = stored.remove

/** Reloads the page as this group, or as oneself, so that no data of before stays. */
export function viewAs(group: ViewAs | undefined): void {
  if (group) stored.write(group)
  else forgetViewAs()
  location.assign('/')
}
