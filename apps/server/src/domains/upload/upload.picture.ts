import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import sharp from 'sharp'
import { typeName } from '@kaibo/contract/upload/upload.rules.ts'
import { invalid } from '#platform/fault.ts'
import { refusedFile } from './upload.refused.ts'

export interface Picture {
  bytes: Buffer
  type: string
  width: number
  height: number
}

interface Limits {
  types: readonly string[]
  max_pixels: number
  keep_side: number
}

/** A line of pixels that is longer takes half a minute to make small. */
const MAX_SIDE = 30_000
const QUALITY = 85
const SECONDS = 20
const TEN_THOUSAND = 10_000

/* Only these are parsed at all: loaders of other formats (SVG, PDF, TIFF, …) are out of reach of what people send. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
// No cache: the same picture is never processed twice.
sharp.cache(false)

/**
 * A new picture encoded from the pixels of the sent one, upright and no larger than shown: anything hidden
 * besides the pixels (scripts, archives, locations, names) is lost. The file's name and type are ignored.
 */
export async function pictureFrom(
  sent: Buffer,
  limits: Limits,
  filename?: string,
): Promise<Picture> {
  const refused = (message: Words) =>
    filename === undefined ? invalid({ upload_id: message }) : refusedFile(filename, message)
  const { types, max_pixels, keep_side } = limits
  // Reads only the header, so that a picture of a million by a million pixels is refused without decoding it.
  const { format, width, height } = await sharp(sent, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ format: 'none', width: 0, height: 0 }))
  if (!types.includes(`image/${format}`)) {
    throw refused(
      words(
        `文件不是有效的${types.map(typeName).join('、')}图片，请换一张`,
        `The file is no valid picture (${types.map(typeName).join(', ')}); take another`,
      ),
    )
  }
  if (width * height > max_pixels) {
    throw refused(
      words(
        `图片不能超过${max_pixels / TEN_THOUSAND}万像素，请缩小后再上传`,
        `The picture must not be over ${max_pixels / TEN_THOUSAND}0,000 pixels; make it smaller`,
      ),
    )
  }
  if (Math.max(width, height) > MAX_SIDE) {
    throw refused(
      words(
        `图片边长不能超过${MAX_SIDE}像素，请裁剪后再上传`,
        `The picture must not be over ${MAX_SIDE} pixels a side; crop it`,
      ),
    )
  }
  const { data, info } = await sharp(sent, { limitInputPixels: max_pixels, failOn: 'error' })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: keep_side, height: keep_side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refused(
        words('图片已损坏或不完整，请换一张', 'The picture is damaged or cut off; choose another'),
      )
    })
  return { bytes: data, type: 'image/webp', width: info.width, height: info.height }
}
