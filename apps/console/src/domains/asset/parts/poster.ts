const WITHIN_MS = 15_000
const SIDE = 720
const QUALITY = 0.85

/** A picture of a film, from its first second; nothing where the browser does not play it. */
export async function posterOf(file: Blob): Promise<Blob | undefined> {
  const source = URL.createObjectURL(file)
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    video.src = source
    await heard(video, 'loadeddata')
    if (video.videoWidth === 0) return undefined
    // The very first picture is often black
    const to = Math.min(0.5, (Number.isFinite(video.duration) ? video.duration : 1) / 2)
    const sought = heard(video, 'seeked')
    video.currentTime = to
    await sought
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => {
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', QUALITY)
    })
  } catch {
    return undefined
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(source)
  }
}

function heard(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('late')), WITHIN_MS)
    const end = (settle: () => void) => () => {
      clearTimeout(late)
      settle()
    }
    video.addEventListener(event, end(resolve), { once: true })
    video.addEventListener(
      'error',
      end(() => reject(new Error('unplayable'))),
      { once: true },
    )
  })
}
