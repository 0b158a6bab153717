import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** What a game is doing: an event may count in some of these only. */
export const PlayState = enumeration({
  idle: ['idle', '未开局', 'Between rounds'],
  playing: ['playing', '对局中', 'Playing'],
  settling: ['settling', '结算中', 'Settling'],
})
export type PlayState = ValueOf<typeof PlayState>
