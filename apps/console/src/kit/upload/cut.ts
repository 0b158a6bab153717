/** A rectangle of a picture, in its own pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const TYPE = 'image/webp'
const QUALITY = 0.92

/** The square that was chosen, no larger than `side`. Where a browser makes no WebP it makes a PNG. */
export async function cutSquare(source: string, area: Area, side: number): Promise<Blob> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.max(1, Math.min(side, Math.round(area.width)))
  const { x, y, width, height } = area
  const pen = canvas.getContext('2d')
  pen?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (pen && blob ? resolve(blob) : reject(new Error('no canvas'))),
      TYPE,
      QUALITY,
    )
  })
}
