import { useRef } from 'react'
import { Segmented, Skeleton, type InputRef } from 'antd'
import * as z from 'zod/mini'
import { WALL_SIZE } from '@kaibo/contract/room/room.rules.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { IsOrNot, LiveStatus } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { RoomQuery, type RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { wordsOf, useText } from '#client/i18n.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { FormHost } from '#kit/form/form-host.tsx'
import { CreateButton } from '#kit/list/create-button.tsx'
import { FilterRow } from '#kit/list/filter-row.tsx'
import { isActive, without, type Filter } from '#kit/list/filter.ts'
import { useCloseOpened } from '#kit/address/opened-here.ts'
import { ListStates } from '#kit/list/list-states.tsx'
import { loadStateOf } from '#kit/list/load-state.ts'
import { useSelection } from '#kit/list/selection.ts'
import { useCursor } from '#kit/list/use-cursor.tsx'
import { useHeldOrder } from '#kit/list/use-held-order.ts'
import { useUrlState } from '#kit/list/url-state.ts'
import '#kit/list/list.i18n.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { useOpenRoom } from '../parts/room-link.tsx'
import { RoomTiles } from '../parts/room-tiles.tsx'
import { createRoom, editRoom, roomActions } from '../room.actions.tsx'
import { keyOf } from '../room.present.ts'
import { useRemovedRooms, useRooms } from '../room.queries.ts'
import '../room.i18n.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import styles from '../room.module.css'

const words = wordsOf('room')
// What the wall opens; the wall itself does not wait for it.
const RoomBulk = lazily(async () => (await import('../parts/room-bulk.tsx')).RoomBulk)
const Pager = lazily(async () => (await import('#kit/list/pager.tsx')).Pager)
const RoomDrawer = lazily(async () => (await import('../parts/room-drawer.tsx')).RoomDrawer)
const FirstSteps = lazily(async () => (await import('../parts/first-steps.tsx')).FirstSteps)
const RoomTable = lazily(async () => (await import('../parts/room-table.tsx')).RoomTable)

const listWords = { what: words('what'), hint: words('empty_hint') }

/** What a link to the wall carries. */
const WallState = z.object({
  ...RoomQuery.shape,
  page_size: z._default(z.int().check(z.gte(1), z.lte(200)), WALL_SIZE),
  view: z._default(z.enum(['wall', 'table']), 'wall'),
  room: z.optional(z.string()),
})

const filters: readonly Filter<keyof typeof RoomQuery.shape>[] = [
  { kind: 'keyword', name: 'keyword', label: words('filter_keyword') },
  { kind: 'enum', name: 'status', of: LiveStatus, label: words('filter_status') },
  { kind: 'enum', name: 'platform', of: PLATFORMS, label: words('filter_platform') },
  { kind: 'enum', name: 'presence', of: PcPresence, label: words('filter_presence') },
  { kind: 'tick', name: 'attention', value: IsOrNot.is, label: words('only_attention') },
]

export default function DigitalActorPage() {
  return (
    <ActHost>
      <Wall />
    </ActHost>
  )
}

function Wall() {
  const t = useText('room')
  const [state, change] = useUrlState(WallState)
  const { view, room, ...query } = state
  const { data: page, isPending, isFetching, isPlaceholderData, error, refetch } = useRooms(query)
  const held = useHeldOrder(page?.list ?? NONE, keyOf, JSON.stringify(query))
  const rooms = held.rows
  const selection = useSelection(keyOf, rooms)
  useRemovedRooms(selection.drop)
  const keyword = useRef<InputRef>(null)
  const root = useRef<HTMLDivElement>(null)
  const cursor = useCursor({
    root,
    rows: rooms,
    actions: roomActions,
    selection,
    onOpen: useOpenRoom(),
    onFind: () => keyword.current?.focus(),
  })
  const closeRoom = useCloseOpened(() =>
    change({ room: undefined, page: query.page }, { replace: true }),
  )

  const filtered = filters.some((filter) => isActive(filter, state))
  const create = <CreateButton creation={createRoom} />
  const shown = { rooms, selection, cursor: cursor.at, onCursor: cursor.onMove }

  return (
    <>
      <PageHead title={t('title')} count={page ? t('counts', page.counts) : null}>
        <Segmented<'wall' | 'table'>
          aria-label={t('view')}
          value={view}
          onChange={(value) => change({ view: value })}
          options={[
            { value: 'wall', label: t('wall') },
            { value: 'table', label: t('table') },
          ]}
        />
        {create}
      </PageHead>
      <FilterRow filters={filters} values={state} change={change} keyword={keyword} />
      <ListStates
        state={loadStateOf({
          idle: isPending && !isFetching,
          failed: error !== null,
          shown: page && { rows: rooms.length, total: page.total },
          outdated: isPlaceholderData,
          page: query.page,
          page_size: query.page_size,
        })}
        error={error}
        words={listWords}
        right={roomApi.list.can}
        filtered={filtered}
        skeleton={<WallSkeleton />}
        create={
          <Lazily>
            <FirstSteps />
          </Lazily>
        }
        onRetry={() => void refetch()}
        onClear={() => change(without(filters))}
        onLastPage={() => change({ page: Math.ceil((page?.total ?? 1) / query.page_size) })}
      >
        <div ref={root} {...held.pointed}>
          {view === 'wall' ? (
            <RoomTiles {...shown} />
          ) : (
            <Lazily fallback={<Skeleton active />}>
              <RoomTable {...shown} />
            </Lazily>
          )}
        </div>
        {page && page.total > query.page_size ? (
          <Lazily>
            <Pager
              page={query.page}
              size={query.page_size}
              total={page.total}
              onChange={(next, size) => change({ page: next, page_size: size })}
            />
          </Lazily>
        ) : null}
      </ListStates>
      {selection.rows.length > 0 ? (
        <Lazily>
          <RoomBulk rooms={selection.rows} onClear={selection.clear} />
        </Lazily>
      ) : null}
      {cursor.help}
      <FormHost
        edit={editRoom}
        create={createRoom}
        what={t('what')}
        rows={rooms}
        endpoint={roomApi.info}
        find={(room_code) => ({ room_code })}
        rowIn={(found) => found}
      />
      {room ? (
        <Lazily onClose={closeRoom}>
          <RoomDrawer room_code={room} onClose={closeRoom} />
        </Lazily>
      ) : null}
    </>
  )
}

const NONE: readonly RoomRow[] = []

function WallSkeleton() {
  return (
    <div className={styles.wall}>
      {Array.from({ length: 8 }, (_, i) => (
        <div className={styles.tile} key={i}>
          <div className={styles.tilePicture} />
          <div className={styles.tileBody}>
            <Skeleton active title paragraph={{ rows: 2 }} />
          </div>
        </div>
      ))}
    </div>
  )
}
