import type { Actor } from './paint.ts'

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

/** `script`: where `avatar.js` is. */
export async function openAvatar(
  script: string,
  url: string,
  options: AvatarOptions,
): Promise<Avatar> {
  const [door, answer] = await Promise.all([
    import(/* @vite-ignore */ script) as Promise<AvatarDoor>,
    fetch(url),
  ])
  if (!answer.ok) throw new Error(`${answer.status}`)
  return door.openAvatar(await answer.arrayBuffer(), options)
}

/** What draws here, as far as it is told; '' where nothing does. */
export function rendererName(): string {
  const gl = document.createElement('canvas').getContext('webgl')
  const info = gl?.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = gl && info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : ''
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return String(name).slice(0, 200)
}
