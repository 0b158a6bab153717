import { words, type Words } from '../kernel/words.ts'
import type { Credentials, LiveAccountRow, LoginState } from './live-account.schema.ts'
import type { Platform } from '../facts/platforms.ts'

/** What must be filled in: credentials, and for pushes the platform's room. */
interface Filled extends Credentials {
  platform_room_id?: string
}

/** What a platform needs before an account can go on air; the others need nothing of us. */
const NEEDS: Partial<Record<Platform, readonly (keyof Filled)[]>> = {
  bilibili: ['code', 'app_id', 'access_key_id', 'access_key_secret'],
  douyin: ['push_secret', 'platform_room_id'],
}

/** The fields a platform asks for, in the order a form shows them. */
export const neededBy = (platform: Platform): readonly (keyof Filled)[] => NEEDS[platform] ?? []

/** Whether an account can go on air as it was filled in. */
export const loginStateOf = (platform: Platform, filled: Filled): LoginState =>
  neededBy(platform).every((field) => filled[field]) ? 'ready' : 'incomplete'

/** Whether an account may be deleted. */
export const deletable = ({ room }: Pick<LiveAccountRow, 'room'>): true | Words =>
  room === null ||
  words(
    `已绑定直播间「${room.name}」，请先解绑或删除直播间`,
    `The room “${room.name}” is bound to it; unbind or delete the room first`,
  )
