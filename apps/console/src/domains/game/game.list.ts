import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { wordsOf } from '#client/i18n.ts'
import type { ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import { gameActions } from './game.actions.tsx'
import { gameColumns, gameFilters } from './game.columns.tsx'
import './game.i18n.ts'

const t = wordsOf('game')

/** The games that somebody sees: all, a studio's own, or those that a guild may run. */
export const games: ListPageProps<typeof gameApi.list> = {
  name: 'game',
  words: listWords(nouns.game, { title: nouns.game, hint: t('hint') }),
  endpoint: gameApi.list,
  rowKey: 'game_id',
  nameOf: ({ name }) => name,
  columns: gameColumns,
  filters: gameFilters,
  actions: gameActions,
  find: (game_id) => ({ game_id }),
  detail: {
    param: 'game',
    Drawer: lazily(async () => (await import('./parts/game-drawer.tsx')).GameDrawer),
  },
}
