import { useEffect, useState } from 'react'
import type { StageAssets } from '@kaibo/contract/stage/scene.schema.ts'
import { loadPicture } from '@kaibo/scene/load.ts'
import type { Pictured } from '@kaibo/scene/paint.ts'

const NONE: ReadonlyMap<string, Pictured> = new Map()

/** The pictures of assets, each as soon as it is there. */
export function usePictures(assets: StageAssets): ReadonlyMap<string, Pictured> {
  const [pictures, setPictures] = useState(NONE)
  const key = JSON.stringify(assets)
  useEffect(() => {
    let isOver = false
    for (const [asset_id, asset] of Object.entries(JSON.parse(key) as StageAssets))
      void (async () => {
        const pictured = await loadPicture(asset)
        if (pictured && !isOver) setPictures((before) => new Map(before).set(asset_id, pictured))
      })()
    return () => {
      isOver = true
    }
  }, [key])
  return pictures
}
