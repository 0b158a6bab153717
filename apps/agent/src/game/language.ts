import {
  FromGame,
  GAME_CLOSE,
  type GameHello,
  type ToGame,
} from '@kaibo/contract/game/link.schema.ts'
import type { Language } from '#local/socket-peer.ts'
import type { GameFrame } from './peer.ts'

/** What games say over a socket. */
export const gameLanguage: Language<GameHello, GameFrame, ToGame> = {
  frames: FromGame,
  isHello: (frame) => frame.type === 'hello',
  answers: ['result', 'pong'],
  refused: (why) => ({ type: 'refused', why }),
  ping: (at) => ({ type: 'ping', at }),
  close: GAME_CLOSE,
}
