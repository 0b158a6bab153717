import { CaretRightOutlined, StopOutlined, UndoOutlined } from '@ant-design/icons'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { EventRow, SystemEventRow } from '@kaibo/contract/game/event.schema.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import type { VarRow } from '@kaibo/contract/game/variable.rows.schema.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { wordsOf } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import { act, creation } from '#kit/action/act.ts'
import { enabling } from '#kit/action/enabling.tsx'
import { DELETE, EDIT } from '#kit/action/faces.tsx'
import { withHistory } from '#kit/history/history-act.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './game.i18n.ts'

const t = wordsOf('game')
export const EVENT = words('事件', 'Event')
export const VARIABLE = words('变量', 'Variable')

export const createGame = creation(gameApi.add, nouns.game)
export const createEvent = creation(gameApi.addEvent, EVENT)
export const createVariable = creation(gameApi.addVar, VARIABLE)

/** A game has at most so many events: they are read at once. */
export const ALL_EVENTS = 200

const isOpen = ({ enabled }: { enabled: number }) => enabled === OpenStatus.open

export const gameActions: Action<GameRow>[] = [
  ...withHistory(
    'game',
    act<GameRow>(gameApi.update, {
      ...EDIT,
      idOf: ({ game_id }) => game_id,
      Form: lazily(async () => (await import('./forms/game.form.tsx')).GameForm),
    }),
    ({ name }) => name,
  ),
  ...enabling<GameRow, typeof gameApi.update>(gameApi.update, {
    noun: nouns.game,
    can: () => true,
    isEnabled: isOpen,
    become: (row, enabled) => ({ ...row, enabled }),
    input: (row, enabled, version = row.version) => ({ game_id: row.game_id, version, enabled }),
    keyOf: ({ game_id }) => game_id,
    nameOf: ({ name }) => name,
    asks: true,
    hints: {
      disable: ({ rooms }) => t('disable_hint', { rooms }),
      enable: ({ rooms }) => t('enable_hint', { rooms }),
    },
  }),
]

const enablingEvent = <Row extends SystemEventRow>(): Action<Row>[] => [
  act<Row, typeof gameApi.enableEvent>(gameApi.enableEvent, {
    name: 'disable',
    label: t('disable'),
    icon: <StopOutlined aria-hidden />,
    applies: isOpen,
    tucked: true,
    input: ({ event_id }) => ({ event_id, enabled: OpenStatus.close }),
  }),
  act<Row, typeof gameApi.enableEvent>(gameApi.enableEvent, {
    name: 'enable',
    label: t('enable'),
    icon: <UndoOutlined aria-hidden />,
    applies: (row) => !isOpen(row),
    input: ({ event_id }) => ({ event_id, enabled: OpenStatus.open }),
  }),
]

export const systemEventActions = enablingEvent<SystemEventRow>()

export const eventActions: Action<EventRow>[] = [
  act<EventRow>(gameApi.updateEvent, {
    ...EDIT,
    idOf: ({ event_id }) => event_id,
    Form: lazily(async () => (await import('./forms/event.form.tsx')).EventForm),
  }),
  act<EventRow, typeof talkApi.test>(talkApi.test, {
    name: 'rehearse',
    label: t('rehearse'),
    icon: <CaretRightOutlined aria-hidden />,
    applies: isOpen,
    Dialog: lazily(async () => (await import('./parts/rehearse-dialog.tsx')).RehearseDialog),
  }),
  ...enablingEvent<EventRow>(),
  act<EventRow, typeof gameApi.deleteEvent>(gameApi.deleteEvent, {
    ...DELETE,
    confirm: ({ name }) => ({ title: t('delete_event', { name }), hint: t('delete_hint') }),
    input: ({ event_id }) => ({ event_id }),
  }),
]

export const variableActions: Action<VarRow>[] = [
  act<VarRow>(gameApi.updateVar, {
    ...EDIT,
    idOf: ({ var_id }) => var_id,
    Form: lazily(async () => (await import('./forms/variable.form.tsx')).VariableForm),
  }),
  act<VarRow, typeof gameApi.deleteVar>(gameApi.deleteVar, {
    ...DELETE,
    confirm: ({ name }) => ({ title: t('delete_var', { name }), hint: t('delete_hint') }),
    input: ({ var_id }) => ({ var_id }),
  }),
]
