import { domain, get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import { RoomRef } from '../room/room.schema.ts'
import {
  EffectPage,
  EffectQuery,
  EffectRow,
  GameCommandDraft,
  GameCommandEnd,
  GameState,
  MadeGood,
  RoundPage,
  RoundQuery,
} from './game-link.schema.ts'

export const gameLinkApi = domain('game-link', {
  /** Has the game of a room do something; answers what it says of it. */
  command: post('/admin/v1/x/game/command', {
    input: GameCommandDraft,
    data: GameCommandEnd,
    can: 'game.manage',
    also: ['room.operate'],
    audit: words('控制游戏', 'Commanded a game'),
    stepwise: true,
  }),
  state: get('/admin/v1/x/game/state', { input: RoomRef, data: GameState, can: 'room.look' }),
  rounds: get('/admin/v1/x/game/rounds', { input: RoundQuery, data: RoundPage, can: 'room.look' }),
  /** What viewers gave and had no effect. */
  effects: get('/admin/v1/x/game/effects', {
    input: EffectQuery,
    data: EffectPage,
    can: 'room.look',
  }),
  /** Somebody has made up for it. */
  madeGood: post('/admin/v1/x/game/made_good', {
    input: MadeGood,
    data: EffectRow,
    can: 'room.operate',
    audit: words('补偿未生效礼物', 'Made a gift without effect good'),
    changes: ['game-link.effects'],
  }),
})
