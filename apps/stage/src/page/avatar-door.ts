import type { Actor } from '@kaibo/scene/paint.ts'

/** What `avatar.js` offers: apart from the page, which most stages do well without. */
export interface AvatarDoor {
  /** Rejects where it is no avatar, or nothing here can draw one. */
  openAvatar(file: ArrayBuffer, options: AvatarOptions): Promise<Avatar>
}

export interface AvatarOptions {
  /** No graphics card: few, small and plain pictures. */
  isSoftware: boolean
  /** It cannot be drawn any more. */
  lost: () => void
}

export interface Avatar extends Actor {
  close(): void
}

/** Names of what draws by the processor alone. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i
export const isSoftware = (gl: string): boolean => SOFTWARE.test(gl)

export async function openAvatar(url: string, options: AvatarOptions): Promise<Avatar> {
  const here = new URL('avatar.js', document.baseURI).href
  const [door, answer] = await Promise.all([import(here) as Promise<AvatarDoor>, fetch(url)])
  if (!answer.ok) throw new Error(`${answer.status}`)
  return door.openAvatar(await answer.arrayBuffer(), options)
}
