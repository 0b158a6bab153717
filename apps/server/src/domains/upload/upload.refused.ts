import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { invalid, type Fault } from '#platform/fault.ts'

const MAX_SHOWN = 60

/** 1001 that names the file: 「夜色.mp4」不是有效的视频. */
export function refusedFile(filename: string, why: Words): Fault {
  const name = filename.length > MAX_SHOWN ? `${filename.slice(0, MAX_SHOWN)}…` : filename
  return invalid({ upload_id: words(`「${name}」${why.zh}`, `“${name}” ${why.en}`) })
}
