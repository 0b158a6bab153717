import { words } from '../kernel/words.ts'
import { domain, get, post } from '../kernel/endpoint.ts'
import { pageOf } from '../kernel/page.ts'
import * as z from 'zod/mini'
import {
  EventAdd,
  EventEnable,
  EventQuery,
  EventRef,
  EventRow,
  EventUpdate,
  StatusSave,
  SystemEventRow,
} from './event.schema.ts'
import {
  DriveSave,
  GameAdd,
  GameInfo,
  GameQuery,
  GameRef,
  GameRow,
  GameUpdate,
} from './game.rows.schema.ts'
import {
  VarAdd,
  VarQuery,
  VarRef,
  VarRow,
  VarTried,
  VarTry,
  VarUpdate,
} from './variable.rows.schema.ts'

/** What rules can speak of. */
const SPOKEN = ['lookup.events', 'lookup.vars'] as const
const EVENTS = ['game.events', 'game.list', 'game.info', ...SPOKEN] as const
const VARS = ['game.vars', 'game.list', 'game.info', ...SPOKEN] as const

export const gameApi = domain('game', {
  list: get('/admin/v1/live/game/list', {
    input: GameQuery,
    data: pageOf(GameRow),
    can: 'game.look',
    live: true,
  }),
  info: get('/admin/v1/live/game/info', { input: GameRef, data: GameInfo, can: 'game.look' }),
  add: post('/admin/v1/live/game/add', {
    input: GameAdd,
    data: GameRow,
    can: 'game.add',
    audit: words('新建游戏', 'Added a game'),
    changes: ['game.list', 'lookup.games'],
  }),
  update: post('/admin/v1/live/game/update', {
    input: GameUpdate,
    data: GameRow,
    can: 'game.edit',
    audit: words('修改游戏', 'Edited a game'),
    changes: ['game.list', 'game.info', 'lookup.games', 'lookup.game', 'history.list'],
  }),
  events: get('/admin/v1/live/game/event/list', {
    input: EventQuery,
    data: z.extend(pageOf(EventRow), { system: z.array(SystemEventRow) }),
    can: 'game.look',
    live: true,
  }),
  addEvent: post('/admin/v1/live/game/event/add', {
    input: EventAdd,
    data: EventRow,
    can: 'game.add',
    audit: words('新建游戏事件', 'Added an event of a game'),
    changes: EVENTS,
  }),
  updateEvent: post('/admin/v1/live/game/event/update', {
    input: EventUpdate,
    data: EventRow,
    can: 'game.edit',
    audit: words('修改游戏事件', 'Edited an event of a game'),
    changes: EVENTS,
  }),
  deleteEvent: post('/admin/v1/live/game/event/delete', {
    input: EventRef,
    can: 'game.del',
    audit: words('删除游戏事件', 'Deleted an event of a game'),
    changes: EVENTS,
  }),
  enableEvent: post('/admin/v1/live/game/event/disabled', {
    input: EventEnable,
    data: SystemEventRow,
    can: 'game.edit',
    audit: words('启用或停用游戏事件', 'Enabled or disabled an event of a game'),
    changes: EVENTS,
  }),
  saveStatus: post('/admin/v1/live/event/save/gameStatus', {
    input: StatusSave,
    data: GameRow,
    can: 'game.edit',
    audit: words('保存事件计入的游戏状态', 'Saved in which states events count'),
    changes: ['game.events', 'game.list', 'game.info'],
  }),
  saveDrive: post('/admin/v1/live/game/initiative/save', {
    input: DriveSave,
    data: GameRow,
    can: 'game.edit',
    audit: words('保存游戏的主动话术默认', 'Saved what a game says unprompted'),
    changes: ['game.list', 'game.info', 'talk.part', 'talk.list'],
  }),
  vars: get('/admin/v1/live/data/list', {
    input: VarQuery,
    data: pageOf(VarRow),
    can: 'game.look',
    live: true,
  }),
  addVar: post('/admin/v1/live/data/add', {
    input: VarAdd,
    data: VarRow,
    can: 'game.add',
    audit: words('新建游戏变量', 'Added a variable of a game'),
    changes: VARS,
  }),
  updateVar: post('/admin/v1/live/data/update', {
    input: VarUpdate,
    data: VarRow,
    can: 'game.edit',
    audit: words('修改游戏变量', 'Edited a variable of a game'),
    changes: VARS,
  }),
  deleteVar: post('/admin/v1/live/data/delete', {
    input: VarRef,
    can: 'game.del',
    audit: words('删除游戏变量', 'Deleted a variable of a game'),
    changes: VARS,
  }),
  /** Writes nothing. */
  tryVar: post('/admin/v1/x/game/tryVar', { input: VarTry, data: VarTried, can: 'game.look' }),
})
