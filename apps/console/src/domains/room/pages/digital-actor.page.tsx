import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { Segmented, Skeleton, Tag, type InputRef } from 'antd'
import * as z from 'zod/mini'
import { IsOrNot, LiveStatus, SortDir } from '@kaibo/contract/facts/enums.ts'
import { Platform, PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { oneOf } from '@kaibo/contract/kernel/enumeration.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import type { Action } from '#kit/action/action.ts'
import { FormHost } from '#kit/form/form-host.tsx'
import { useListAddress } from '#kit/list/address.ts'
import { CreateButton } from '#kit/list/create-button.tsx'
import { isActive, without, type Filter } from '#kit/list/filter.ts'
import { ListStates } from '#kit/list/list-states.tsx'
import { loadStateOf } from '#kit/list/load-state.ts'
import { useListLayout } from '#kit/list/list-layout.ts'
import { useSelection } from '#kit/list/selection.ts'
import { useCursor } from '#kit/list/use-cursor.tsx'
import { useHeldOrder } from '#kit/list/use-held-order.ts'
import { useTyped } from '#kit/list/use-typed.ts'
import '#kit/list/list.i18n.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { WallAway } from '../parts/wall-away.tsx'
import { WallBar } from '../parts/wall-bar.tsx'
import { WallLine } from '../parts/wall-line.tsx'
import { WallTiles } from '../parts/wall-tiles.tsx'
import { createRoom, editRoom, roomActions } from '../room.actions.tsx'
import { keyOf } from '../room.present.ts'
import { useRemovedRooms } from '../room.queries.ts'
import { narrowed, sorted, sumsOf, WALL_SORTS } from '../room.wall.ts'
import { wallColumns } from '../room.wall.columns.tsx'
import { useAway, useWall } from '../room.wall.queries.ts'
import '../room.i18n.ts'
import '../room.wall.i18n.ts'
import styles from '../room.wall.module.css'

const words = wordsOf('room')
const wallWords = wordsOf('wall')
// What the wall opens; the wall itself does not wait for it.
const RoomBulk = lazily(async () => (await import('../parts/room-bulk.tsx')).RoomBulk)
const RoomDrawer = lazily(async () => (await import('../parts/room-drawer.tsx')).RoomDrawer)
const FirstSteps = lazily(async () => (await import('../parts/first-steps.tsx')).FirstSteps)
const WallTable = lazily(async () => (await import('../parts/wall-table.tsx')).WallTable)

const listWords = { what: words('what'), hint: words('empty_hint') }

/** What a link to the wall carries, and a saved view. */
const WallState = z.object({
  keyword: z.optional(z.string()),
  status: z.optional(oneOf(LiveStatus)),
  platform: z.optional(Platform),
  attention: z.optional(oneOf(IsOrNot)),
  presence: z.optional(oneOf(PcPresence)),
  sort_by: z.optional(oneOf(WALL_SORTS)),
  sort_dir: z.optional(oneOf(SortDir)),
  view: z._default(z.enum(['wall', 'table']), 'wall'),
})
type WallState = z.infer<typeof WallState>

const filters: readonly Filter<keyof WallState>[] = [
  { kind: 'keyword', name: 'keyword', asTyped: true, label: words('filter_keyword') },
  { kind: 'enum', name: 'status', of: LiveStatus, label: words('filter_status') },
  { kind: 'enum', name: 'platform', of: PLATFORMS, label: words('filter_platform') },
  {
    kind: 'tick',
    name: 'attention',
    value: IsOrNot.is,
    label: words('only_attention'),
  },
  { kind: 'enum', name: 'presence', of: PcPresence, label: words('filter_presence') },
  { kind: 'enum', name: 'sort_by', of: WALL_SORTS, label: wallWords('sort') },
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
  const tWall = useText('wall')
  const isNarrow = useIsNarrow()
  const address = useListAddress(WallState, { rowKey: 'room_code', param: 'room' })
  const { change } = address
  // Read by the wall's own schema.
  const state = address.values as unknown as WallState
  const { sort_by, sort_dir } = state
  const [typed, type] = useTyped(state.keyword, (keyword) => change({ keyword }, { replace: true }))
  // The box shows each letter at once, whatever the rooms take.
  const keyword = useDeferredValue(typed)

  const wall = useWall()
  const { data, isPending, isFetching, error, refetch } = wall
  const away = useAway(wall)
  const shown = useMemo(
    () => sorted(narrowed(data?.list ?? NONE, keyword, state), sort_by, sort_dir),
    [data, keyword, state, sort_by, sort_dir],
  )
  const sums = useMemo(() => sumsOf(shown), [shown])
  const held = useHeldOrder(shown, keyOf, JSON.stringify([state, keyword]))
  const rooms = held.rows
  const layout = useListLayout('room', wallColumns, {
    linked: address.columns,
    onChange: address.dropColumns,
  })
  const selection = useSelection<WallRoom>(keyOf, data?.list ?? NONE)
  useRemovedRooms(selection.drop)
  const actions: readonly Action<WallRoom>[] = away.isAway ? refused : roomActions
  const keywordBox = useRef<InputRef>(null)
  const root = useRef<HTMLDivElement>(null)
  const open = ({ room_code }: WallRoom) => address.open(room_code)
  const cursor = useCursor<WallRoom>({
    root,
    rows: rooms,
    keyOf,
    actions,
    selection,
    onOpen: open,
    onFind: () => keywordBox.current?.focus({ cursor: 'all' }),
  })
  useFocusBack(address.id, rooms, cursor.goTo)

  const isTable = state.view === 'table' && !isNarrow
  const values = { ...state, keyword: typed }
  const filtered = filters.some((filter) => filter.name !== 'sort_by' && isActive(filter, values))
  const changeFilters = ({ keyword: next, ...rest }: Record<string, unknown>, has = false) => {
    if (typeof next === 'string' || has) type(typeof next === 'string' ? next : '')
    if (Object.keys(rest).length > 0) change(rest)
  }
  const sortBy = (by: WallState['sort_by']) => change({ sort_by: by, sort_dir: undefined })
  const create = <CreateButton creation={createRoom} />
  const all = data?.list.length ?? 0
  const shownRooms = {
    rooms,
    actions,
    selection,
    cursor: cursor.at,
    onCursor: cursor.onMove,
    onOpen: open,
    density: layout.density,
  }
  return (
    <>
      <PageHead
        title={t('title')}
        count={data ? <Count shown={rooms.length} all={all} total={data.total} /> : null}
      >
        {data?.list.some((room) => room.is_demo) ? (
          <Tag title={tWall('demo_hint')}>{tWall('demo')}</Tag>
        ) : null}
        {isNarrow ? null : (
          <Segmented<'wall' | 'table'>
            aria-label={t('view')}
            value={state.view}
            onChange={(view) => change({ view })}
            options={[
              { value: 'wall', label: t('wall') },
              { value: 'table', label: t('table') },
            ]}
          />
        )}
        {create}
      </PageHead>
      {data ? (
        <WallLine
          sums={sums}
          onAir={() =>
            change({ status: state.status === LiveStatus.doing ? undefined : LiveStatus.doing })
          }
          onAttention={() => cursor.goTo(rooms.findIndex((room) => room.attention !== null))}
          onToday={() => sortBy(WALL_SORTS.today_fen)}
          onRate={() => sortBy(WALL_SORTS.per_minute)}
        />
      ) : null}
      {away.isAway && data ? <WallAway at={away.at} /> : null}
      <WallBar
        {...{ filters, values, address, layout, isTable, rooms, selection }}
        change={(part) => changeFilters(part, 'keyword' in part)}
        keyword={keywordBox}
      />
      <ListStates
        state={loadStateOf({
          idle: isPending && !isFetching,
          failed: error !== null,
          shown: data && { rows: rooms.length, total: rooms.length },
          outdated: false,
          page: 1,
          page_size: Math.max(1, rooms.length),
        })}
        error={error}
        words={listWords}
        right={roomApi.wall.can}
        filtered={filtered}
        skeleton={<WallSkeleton />}
        create={
          <Lazily>
            <FirstSteps />
          </Lazily>
        }
        onRetry={() => void refetch()}
        onClear={() => changeFilters(without(filters), true)}
        onLastPage={NOTHING}
      >
        <div
          ref={root}
          className={styles.rooms}
          data-away={away.isAway || undefined}
          {...held.pointed}
        >
          {isTable ? (
            <Lazily fallback={<Skeleton active />}>
              <WallTable
                {...shownRooms}
                columns={layout.placed}
                onColumns={layout.setColumns}
                sort={{ by: sort_by, dir: sort_dir }}
                onSort={({ by, dir }) => change({ sort_by: by, sort_dir: dir })}
              />
            </Lazily>
          ) : (
            <WallTiles {...shownRooms} />
          )}
        </div>
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
        // A form needs more of a room than the wall has, as it stands now.
        rows={[]}
        endpoint={roomApi.info}
        find={(room_code) => ({ room_code })}
        rowIn={(found) => found}
      />
      {address.id === undefined ? null : (
        <Lazily onClose={address.close}>
          <RoomDrawer room_code={address.id} onClose={address.close} />
        </Lazily>
      )}
    </>
  )
}

const NONE: readonly WallRoom[] = []
const NOTHING = () => undefined

/** While the server cannot be reached nothing can be done, and each act says so. */
const refused: readonly Action<WallRoom>[] = roomActions.map((action) => ({
  ...action,
  enabled: () => wallWords('away_act'),
}))

/** How many rooms there are, and how many of them show. */
function Count({ shown, all, total }: { shown: number; all: number; total: number }) {
  const t = useText('wall')
  if (shown < all) return <>{t('count_of', { shown, all })}</>
  return <>{total > all ? t('beyond', { shown: all, total }) : t('count', { all })}</>
}

/** Who closes the room that was open over the wall is back at its tile. */
function useFocusBack(
  open: string | undefined,
  rooms: readonly WallRoom[],
  goTo: (index: number) => void,
): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed === undefined || open !== undefined) return undefined
    // The drawer gives the focus back first, to wherever it had it from.
    const frame = requestAnimationFrame(() =>
      goTo(rooms.findIndex((room) => room.room_code === closed)),
    )
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react/exhaustive-deps -- only what is open decides when
  }, [open])
}

function WallSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={i} active title={false} paragraph={{ rows: 3 }} />
      ))}
    </div>
  )
}
