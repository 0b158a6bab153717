import * as z from 'zod/mini'
import { Scene } from './scene.schema.ts'

/* A scene as PCs keep it: by its hash, as all packs. */

export const SCENE_FORMAT = 1

export const ScenePack = z.strictObject({
  format: z.literal(SCENE_FORMAT),
  scene: Scene,
  /** What it names beside what comes with the program: how it is called, so that people are told what is missing. */
  names: z.record(z.string(), z.string()),
})
export type ScenePack = z.infer<typeof ScenePack>
