import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'

/** `抖音 · 小鹿同学`. A live account has no screen of its own yet that this could lead to. */
export const accountText = (
  { platform, nickname }: Pick<RoomRow['account'], 'platform' | 'nickname'>,
  lang: Lang,
): string => `${labelOf(PLATFORMS, platform, lang)} · ${nickname}`
