import { AVATAR_SCRIPT, BUILTIN_ASSET_PATH } from '@kaibo/contract/asset/asset.rules.ts'
import { isSoftware, openAvatar, rendererName } from '@kaibo/scene/avatar-door.ts'
import { STILL_AT } from '@kaibo/scene/motion.ts'

const WIDTH = 480
const HEIGHT = 640
const QUALITY = 0.85
/** So many times as large as the picture, so that of all the figure the upper half is in it. */
const ZOOM = 2

/** A picture of a model, from the head to the waist; nothing where nothing here can draw it. */
export async function figureOf(file: Blob): Promise<Blob | undefined> {
  const source = URL.createObjectURL(file)
  const script = `${BUILTIN_ASSET_PATH}${AVATAR_SCRIPT}`
  const drawing = { isSoftware: isSoftware(rendererName()), lost: () => {} }
  try {
    const figure = await openAvatar(script, source, drawing)
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    const [w, h] = [WIDTH * ZOOM, HEIGHT * ZOOM]
    const box = { x: (WIDTH - w) / 2, y: 0, w, h }
    const ctx = canvas.getContext('2d')
    if (ctx) figure.draw(ctx, box, { now: STILL_AT, said: null })
    figure.close()
    return await new Promise((resolve) => {
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', QUALITY)
    })
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(source)
  }
}
