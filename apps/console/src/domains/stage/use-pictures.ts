import { useEffect, useState } from 'react'
import { AVATAR_SCRIPT, BUILTIN_ASSET_PATH } from '@kaibo/contract/asset/asset.rules.ts'
import type { StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { isSoftware, rendererName } from '@kaibo/scene/avatar-door.ts'
import type { Pictured } from '@kaibo/scene/paint.ts'
import { Pictures } from '@kaibo/scene/pictures.ts'

const NONE: ReadonlyMap<string, Pictured> = new Map()
/** What draws avatars is fetched where a scene has one. */
const drawing = {
  script: `${BUILTIN_ASSET_PATH}${AVATAR_SCRIPT}`,
  isSoftware: () => isSoftware(rendererName()),
}

/** The pictures of assets, each as soon as it is there. */
export function usePictures(assets: StageAssets): ReadonlyMap<string, Pictured> {
  const [shown, setShown] = useState(NONE)
  const [loader] = useState(() => new Pictures(drawing))
  const key = JSON.stringify(assets)
  useEffect(() => () => loader.keep(), [loader])
  useEffect(() => {
    let isOver = false
    const wanted = JSON.parse(key) as StageAssets
    const show = () => setShown(loader.drawn(wanted).pictures)
    const deaf = loader.onChanged(show)
    loader.keep(wanted)
    for (const [asset_id, asset] of Object.entries(wanted))
      void (async () => {
        await loader.of({ [asset_id]: asset })
        if (!isOver) show()
      })()
    return () => {
      isOver = true
      deaf()
    }
  }, [loader, key])
  return shown
}
