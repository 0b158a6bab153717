import { MOUTHS, type Mouth, type StageAsset } from '@kaibo/contract/stage/scene.schema.ts'
import type { Actor, Pictured } from './paint.ts'

/** What a canvas draws of an asset, decoded. */
export interface Loaded {
  pictured: Pictured
  /** Lets go of what plays. */
  close: () => void
}

/** What is made of pictures and films. */
export type Flat = Exclude<StageAsset, { kind: 'vrm' }>

/** A file that says nothing for so long is not coming. */
const PATIENCE_MS = 20_000

/** Rejects where it cannot be had. */
export async function loadFlat(asset: Flat): Promise<Loaded> {
  switch (asset.kind) {
    case 'image': {
      const picture = await decoded(asset.url)
      const { naturalWidth: width, naturalHeight: height } = picture
      return { pictured: { kind: 'flat', picture, width, height }, close: () => {} }
    }
    case 'video': {
      const film = await playing(asset.url)
      return { pictured: filmOf(film), close: () => ended(film) }
    }
    case 'loops':
      return loopsOf(asset)
    case 'picture':
      return { pictured: await drawnOf(asset), close: () => {} }
    default:
      throw new Error('there is nothing to see')
  }
}

const filmOf = (picture: HTMLVideoElement): Pictured => ({
  kind: 'film',
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

async function loopsOf({ idle, speak }: Extract<StageAsset, { kind: 'loops' }>): Promise<Loaded> {
  const films = await Promise.allSettled([playing(idle), playing(speak)])
  const [silent, speaking] = films.map((film) =>
    film.status === 'fulfilled' ? film.value : undefined,
  )
  const close = () => {
    for (const film of [silent, speaking]) if (film) ended(film)
  }
  if (silent && speaking)
    return { pictured: { kind: 'live', actor: actorOf(silent, speaking) }, close }
  close()
  throw new Error('a film is missing')
}

/** Somebody on film: one film while silent, another while speaking. */
const actorOf = (idle: HTMLVideoElement, speak: HTMLVideoElement): Actor => ({
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
  await inTime(image.decode())
  return image
}

/** A film without sound, over and over; it is there when its first picture is. */
async function playing(url: string): Promise<HTMLVideoElement> {
  const film = document.createElement('video')
  film.muted = true
  film.loop = true
  film.playsInline = true
  film.preload = 'auto'
  film.src = url
  try {
    await inTime(
      new Promise<void>((resolve, reject) => {
        film.addEventListener('loadeddata', () => resolve(), { once: true })
        film.addEventListener('error', () => reject(new Error('not playable')), { once: true })
      }),
    )
    await film.play()
    return film
  } catch (error) {
    ended(film)
    throw error
  }
}

function ended(film: HTMLVideoElement): void {
  film.pause()
  film.removeAttribute('src')
  film.load()
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
