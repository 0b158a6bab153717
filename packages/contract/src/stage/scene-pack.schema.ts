import * as z from 'zod/mini'
import { PackedFile } from '../agent/asset-file.schema.ts'
import { Scene } from './scene.schema.ts'

/* A scene as PCs keep it: by its hash, as all packs. */

export const SCENE_FORMAT = 1

export const ScenePack = z.strictObject({
  format: z.literal(SCENE_FORMAT),
  scene: Scene,
  /** What it names beside what comes with the program: its files, and how it is called, so that people are told what is missing. */
  assets: z.record(
    z.string(),
    z.strictObject({ name: z.string(), parts: z.record(z.string(), PackedFile) }),
  ),
})
export type ScenePack = z.infer<typeof ScenePack>
