import type { PackedFile } from '@kaibo/contract/agent/asset-file.schema.ts'
import type { PlayedFile } from '@kaibo/contract/agent/insert.schema.ts'
import type { AssetCache } from '#stage/asset-cache.ts'
import { localUrl } from '#stage/asset-door.ts'

/** Where pages get files that are played, once they are on the disk. */
export interface PlayFiles {
  /** `fetching` is called where it is not here yet. Rejects in words. Kept for `owner` until it is released. */
  get(owner: string, play: PlayedFile, fetching?: () => void): Promise<string>
  /** These are wanted soon, in place of what `owner` wanted before. */
  want(owner: string, plays: readonly PlayedFile[]): void
  release(owner: string): void
}

/** From the disk's cache, or out of the program itself. */
export const playFilesOf = (
  cache: Pick<AssetCache, 'path' | 'get' | 'want'>,
  builtin: Readonly<Record<string, string>>,
): PlayFiles => ({
  async get(owner, { asset_id, file }, fetching) {
    if (!file) {
      const own = Object.hasOwn(builtin, asset_id) ? builtin[asset_id] : undefined
      if (own === undefined) throw new Error('这个版本的客户端没有此素材，请升级客户端')
      return own
    }
    const url = localUrl(file)
    if (url === undefined) throw new Error('画面不能播放这种文件')
    if ((await cache.path(file)) === undefined) fetching?.()
    try {
      await cache.get(file)
    } catch (error) {
      throw new Error(error instanceof Error ? error.message : '素材没有取到', { cause: error })
    }
    cache.want(owner, [file])
    return url
  },
  want: (owner, plays) => cache.want(owner, filesOf(plays)),
  release: (owner) => cache.want(owner, []),
})

const filesOf = (plays: readonly PlayedFile[]): PackedFile[] =>
  plays.flatMap(({ file }) => file ?? [])
