import { readFileSync } from 'node:fs'
import { TUG_WAR } from '@kaibo/contract/game/tug-war.ts'
import { tugWarPage } from '@kaibo/game-tug-war/assets.ts'
import type { GamePages } from './pages.ts'

/** The pages that this program has in itself. */
export const pages: GamePages = {
  sdk: readFileSync(new URL('../local/kaibo-game.js', import.meta.url), 'utf8'),
  builtin: { [TUG_WAR]: tugWarPage },
}
