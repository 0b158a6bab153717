import * as z from 'zod/mini'

const KEY = 'kaibo:view-as'
const Eyes = z.object({ id: z.string(), name: z.string() })
export type Eyes = z.infer<typeof Eyes>

/** The group through whose eyes this tab looks; gone with the tab. */
export function currentEyes(): Eyes | undefined {
  try {
    return z.safeParse(Eyes, JSON.parse(tab()?.getItem(KEY) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** Begins anew with these eyes, or with one's own: nothing that was loaded with the others may stay. */
export function lookThrough(eyes: Eyes | undefined): void {
  if (eyes) tab()?.setItem(KEY, JSON.stringify(eyes))
  else forgetEyes()
  location.assign('/')
}

/** A login that is over takes its borrowed eyes with it. */
export const forgetEyes = (): void => tab()?.removeItem(KEY)

/** A browser may refuse storage altogether. */
function tab(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
