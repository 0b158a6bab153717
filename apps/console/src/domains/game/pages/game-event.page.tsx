import { useParams } from 'react-router'
import { NotifyMode, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { EventRow } from '@kaibo/contract/game/event.schema.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { columnsOf, enabledColumn } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { createEvent, EVENT, eventActions } from '../game.actions.tsx'
import { StatusTable } from '../parts/status-table.tsx'
import { SystemEvents } from '../parts/system-events.tsx'
import '../game.i18n.ts'

const t = wordsOf('game')
const { column, text, instant, filter } = columnsOf(gameApi.events, gameApi.addEvent)

const events: ListPageProps<typeof gameApi.events> = {
  name: 'game.events',
  words: listWords(EVENT, { title: EVENT, hint: t('events_hint') }),
  endpoint: gameApi.events,
  rowKey: 'event_id',
  nameOf: ({ name }) => name,
  columns: [
    text('name', { width: 140, title: EVENT }),
    enabledColumn,
    text('key', { width: 140, card: 'meta' }),
    column<EventRow>('payload', { width: 240, wrap: true, card: 'meta' }, ({ payload }) =>
      payload.map(({ label }) => label).join('、'),
    ),
    column<EventRow>('notify', { width: 110 }, ({ notify }, { lang }) =>
      labelOf(NotifyMode, notify, lang),
    ),
    column<EventRow>(
      'references',
      { width: 120, card: 'meta' },
      ({ references }, { lang }) =>
        (references === 0 ? t('not_used') : t('used', { count: references }))[lang],
    ),
    instant('updated_at', { width: 140 }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find_event')),
    filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  ],
  actions: eventActions,
  create: createEvent,
}

/** What can happen in one game, and when it counts. */
export default function GameEventPage() {
  const { game_id = '' } = useParams()
  const say = useText('game')
  const info = useCall(gameApi.info, { game_id })
  useRecordTitle(info.data ? say('events_of', { name: info.data.row.name }) : undefined)
  return (
    <>
      <ListPage
        {...events}
        key={game_id}
        fixed={{ game_id }}
        find={(event_id) => ({ game_id, event_id })}
      />
      <SystemEvents game_id={game_id} />
      {info.data ? <StatusTable key={info.data.row.version} game={info.data.row} /> : null}
    </>
  )
}
