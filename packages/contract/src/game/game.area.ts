import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const gameArea = area('game', {
  called: words('游戏', 'Games'),
  acts: {
    look: words('看到游戏、事件和变量', 'See games with their events and variables'),
    add: words('新建游戏、事件和变量', 'Add games, events and variables'),
    edit: words(
      '修改游戏、事件、变量和主动话术默认，使用它的直播间马上照新的来',
      'Edit games, events, variables and what games say unprompted; their rooms follow at once',
    ),
    del: words('删除没有规则使用的事件和变量', 'Delete events and variables that no rule uses'),
    manage: words('向直播间的游戏发送命令', 'Send commands to the games of rooms'),
  },
  heldBy: {
    operator: ['look', 'add', 'edit', 'del', 'manage'],
    guild: ['look'],
    studio: ['look', 'add', 'edit', 'del'],
  },
  screens: {
    game: {
      path: '/game/list',
      entry: { id: 'digital.game', called: nouns.game },
    },
    org_game: { path: '/org_game/list', under: 'game' },
    gameEvent: { path: '/game/event/:game_id', under: 'game' },
    gEData: {
      path: '/live/data',
      entry: { id: 'digital.data', called: words('游戏变量', 'Game variables') },
    },
    gameConfig: { path: '/game/config/:game_id', under: 'game' },
  },
  kinds: {
    game: { called: nouns.game },
    game_event: { called: words('游戏事件', 'Event of a game') },
    game_var: { called: words('游戏变量', 'Variable of a game') },
  },
})
