import { defaultScene } from '@kaibo/scene/default-scene.ts'
import { builtinAssets, stagePage } from '@kaibo/stage/assets.ts'
import type { StageFiles } from './stage-desk.ts'

/** What this program has in itself to show a stage. */
export const stageFiles: StageFiles = {
  files: stagePage,
  scene: defaultScene,
  assets: builtinAssets,
}
