import * as z from 'zod/mini'
import { entry } from './storage.ts'

const Eyes = z.object({ id: z.string(), name: z.string() })
export type Eyes = z.infer<typeof Eyes>

/** Saved: who makes room for something else must not suddenly act with their own rights. */
const stored = entry('view-as', Eyes, { saved: true, ofTab: true })

/** The group through whose eyes this tab looks; gone with the tab. */
export const currentEyes = stored.read

/** A login that is over takes its borrowed eyes with it. */
export const forgetEyes = stored.remove

/** Begins anew with these eyes, or with one's own: nothing that was loaded with the others may stay. */
export function lookThrough(eyes: Eyes | undefined): void {
  if (eyes) stored.write(eyes)
  else forgetEyes()
  location.assign('/')
}
