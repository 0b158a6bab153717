import type { FromGame, GameHello, ToGame } from '@kaibo/contract/game/link.schema.ts'
import type * as local from '#local/peer.ts'

export type GameFrame = Exclude<FromGame, GameHello>
/** A game, or what shows one. */
export type Peer = local.Peer<ToGame>
export type Host = local.Host<GameFrame>
export type Admit = local.Admit<GameHello, GameFrame, ToGame>
