import { MOUTHS, type Mouth, type StageAsset } from '@kaibo/contract/stage/scene.schema.ts'
import type { Actor, Pictured } from './paint.ts'

/** What a canvas draws of an asset, decoded; nothing where it cannot be had. Who is made of more than pictures shows one. */
export async function loadPicture(asset: StageAsset): Promise<Pictured | undefined> {
  try {
    switch (asset.kind) {
      case 'image':
        return await flatOf(asset.url)
      case 'video':
        return filmOf(await playing(asset.url))
      case 'loops':
        return {
          kind: 'live',
          actor: loopsOf(await playing(asset.idle), await playing(asset.speak)),
        }
      case 'picture':
        return await drawnOf(asset)
      case 'vrm':
        return asset.picture === undefined ? undefined : await flatOf(asset.picture)
      default:
        return undefined
    }
  } catch {
    return undefined
  }
}

async function flatOf(url: string): Promise<Pictured> {
  const picture = await decoded(url)
  return { kind: 'flat', picture, width: picture.naturalWidth, height: picture.naturalHeight }
}

const filmOf = (picture: HTMLVideoElement): Pictured => ({
  kind: 'flat',
  picture,
  width: picture.videoWidth,
  height: picture.videoHeight,
})

async function drawnOf({
  body,
  eyes,
  mouths,
}: Extract<StageAsset, { kind: 'picture' }>): Promise<Pictured> {
  const urls = [body, eyes.open, eyes.shut, ...MOUTHS.map((one) => mouths[one])]
  const [own, open, shut, ...shapes] = await Promise.all(urls.map(decoded))
  if (!own || !open || !shut) throw new Error('a part is missing')
  const byMouth = Object.fromEntries(MOUTHS.map((mouth, index) => [mouth, shapes[index]]))
  return {
    kind: 'actor',
    body: own,
    eyes: { open, shut },
    mouths: byMouth as Record<Mouth, HTMLImageElement>,
  }
}

/** Somebody on film: one film while silent, another while speaking. */
const loopsOf = (idle: HTMLVideoElement, speak: HTMLVideoElement): Actor => ({
  draw(ctx, { x, y, w, h }, { said }) {
    const film = said ? speak : idle
    const scale = Math.min(w / film.videoWidth, h / film.videoHeight)
    const [wide, tall] = [film.videoWidth * scale, film.videoHeight * scale]
    ctx.drawImage(film, x + (w - wide) / 2, y + h - tall, wide, tall)
  },
})

async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** A film without sound, over and over; it is there when its first picture is. */
async function playing(url: string): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.loop = true
  video.playsInline = true
  video.src = url
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true })
    video.addEventListener('error', () => reject(new Error('not playable')), { once: true })
  })
  await video.play()
  return video
}
