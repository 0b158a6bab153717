import { words } from '@kaibo/contract/kernel/words.ts'

/** Nobody has said for so long that a model is being fetched: the server that did is gone. */
export const FETCH_LEFT_MS = 60_000

export const FETCH_ENDED = words(
  '服务器重启，没有取完，请上传文件',
  'The server restarted before it was fetched; upload its file',
)
