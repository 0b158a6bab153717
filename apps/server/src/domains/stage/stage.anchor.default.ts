import { DigitalPlatform } from '@kaibo/contract/facts/enums.ts'
import type { AnchorConfig } from '@kaibo/contract/stage/anchor.schema.ts'
import { defaultScene, XIAOKAI } from '@kaibo/scene/default-scene.ts'

/** The voice that comes with the program (migration 0033). */
const EMBEDDED = 'builtin:embedded'

/** What a room has before somebody has arranged it: all of it comes with the program. */
export const defaultAnchor: AnchorConfig = {
  digital_platform: DigitalPlatform.four,
  actor_id: XIAOKAI,
  voice: { voice_id: EMBEDDED, speed: 1, pitch: 0, volume: 1 },
  scene: defaultScene,
}
