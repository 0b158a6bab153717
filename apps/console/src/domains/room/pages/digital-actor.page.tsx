import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Segmented, type InputRef } from 'antd'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useDisconnected } from '#client/connection.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { FormHost } from '#kit/form/form-host.tsx'
import { CreateButton } from '#kit/list/create-button.tsx'
import { DataAge } from '#kit/list/data-age.tsx'
import { useListLayout } from '#kit/list/list-layout.ts'
import { ListStates } from '#kit/list/list-states.tsx'
import { loadStateOf } from '#kit/list/load-state.ts'
import { useSelection } from '#kit/list/selection.ts'
import { useCursor } from '#kit/list/use-cursor.tsx'
import '#kit/list/list.i18n.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { WallBar } from '../parts/wall-bar.tsx'
import { WallLine, WallLineStandIn } from '../parts/wall-line.tsx'
import { WallNeeds } from '../parts/wall-needs.tsx'
import { WallStandIn, WallTiles } from '../parts/wall-tiles.tsx'
import { createRoom, editRoom, roomActions } from '../room.actions.tsx'
import { keyOf } from '../room.present.ts'
import { useRemovedRooms } from '../room.queries.ts'
import { sumsOf, WALL_SORTS } from '../room.wall.ts'
import { wallColumns } from '../room.wall.columns.tsx'
import { useWall } from '../room.wall.queries.ts'
import { useWallView, WALL } from '../room.wall.view.ts'
import '../room.i18n.ts'
import '../room.wall.i18n.ts'
import styles from '../room.wall.module.css'

const words = wordsOf('room')
// What the wall opens; the wall itself does not wait for it.
const RoomBulk = lazily(async () => (await import('../parts/room-bulk.tsx')).RoomBulk)
const RoomDrawer = lazily(async () => (await import('../parts/room-drawer.tsx')).RoomDrawer)
const FirstSteps = lazily(async () => (await import('../parts/first-steps.tsx')).FirstSteps)
const WallTable = lazily(async () => (await import('../parts/wall-table.tsx')).WallTable)
const WallTableStandIn = lazily(
  async () => (await import('../parts/wall-table.tsx')).WallTableStandIn,
)

const listWords = { what: words('what'), hint: words('empty_hint') }

export default function DigitalActorPage() {
  return (
    <ActHost>
      <Wall />
    </ActHost>
  )
}

function Wall() {
  const t = useText('room')
  const isNarrow = useIsNarrow()
  const wall = useWall()
  const { data, dataUpdatedAt, isPending, isFetching, error, refetch } = wall
  const all = data?.list ?? NONE
  const view = useWallView(all)
  const { address, rooms, values } = view
  const sums = useMemo(() => sumsOf(view.shown), [view.shown])
  const isDisconnected = useDisconnected()
  const layout = useListLayout(WALL, wallColumns, {
    linked: address.columns,
    onChange: address.dropColumns,
  })
  const selection = useSelection<WallRoom>(keyOf, all)
  useRemovedRooms(selection.drop)
  const keyword = useRef<InputRef>(null)
  const root = useRef<HTMLDivElement>(null)
  const open = ({ room_code }: WallRoom) => address.open(room_code)
  const cursor = useCursor<WallRoom>({
    root,
    rows: rooms,
    keyOf,
    actions: roomActions,
    selection,
    onOpen: open,
    onFind: () => keyword.current?.focus({ cursor: 'all' }),
  })
  useFocusBack(address.id, (code) => cursor.goTo(rooms.findIndex((room) => keyOf(room) === code)))

  const { density } = layout
  // A phone has no room for columns.
  const isTable = values.view === 'table' && !isNarrow
  const shown = {
    rooms,
    actions: roomActions,
    selection,
    cursor: cursor.at,
    onCursor: cursor.onMove,
    onOpen: open,
    density,
  }
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        count={
          data ? (
            <>
              <Count shown={rooms.length} all={all.length} total={data.total} />
              <DataAge at={dataUpdatedAt} />
            </>
          ) : null
        }
      >
        {isNarrow ? null : (
          <Segmented<'wall' | 'table'>
            aria-label={t('view')}
            value={values.view}
            onChange={(next) => view.change({ view: next })}
            options={[
              { value: 'wall', label: t('wall') },
              { value: 'table', label: t('table') },
            ]}
          />
        )}
        <CreateButton creation={createRoom} />
      </PageHead>
      {data ? (
        <WallLine
          sums={sums}
          onAir={view.toggleOnAir}
          onAttention={() => cursor.goTo(rooms.findIndex((room) => room.attention !== null))}
          onToday={() => view.sortBy(WALL_SORTS.today_fen)}
          onRate={() => view.sortBy(WALL_SORTS.per_minute)}
        />
      ) : isPending ? (
        <WallLineStandIn />
      ) : null}
      <WallNeeds view={view} />
      <WallBar {...{ view, layout, isTable, selection, keyword }} />
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
        filtered={view.isNarrowed}
        skeleton={
          isTable ? (
            <Lazily>
              <WallTableStandIn columns={layout.placed} {...{ density, selection }} />
            </Lazily>
          ) : (
            <WallStandIn density={density} />
          )
        }
        create={
          <Lazily>
            <FirstSteps />
          </Lazily>
        }
        onRetry={() => void refetch()}
        onClear={view.clear}
        onLastPage={NOTHING}
      >
        <div
          ref={root}
          className={styles.rooms}
          data-away={isDisconnected || undefined}
          {...view.pointed}
        >
          {isTable ? (
            <Lazily>
              <WallTable
                {...shown}
                columns={layout.placed}
                onColumns={layout.setColumns}
                sort={view.sort}
                onSort={({ by, dir }) => view.change({ sort_by: by, sort_dir: dir })}
              />
            </Lazily>
          ) : (
            <WallTiles {...shown} />
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
    </div>
  )
}

const NONE: readonly WallRoom[] = []
/** The wall has no pages. */
const NOTHING = () => undefined

/** How many rooms there are, and how many of them show. */
function Count({ shown, all, total }: { shown: number; all: number; total: number }) {
  const t = useText('wall')
  if (shown < all) return <>{t('count_of', { shown, all })}</>
  return <>{total > all ? t('beyond', { shown: all, total }) : t('count', { all })}</>
}

/** Who closes what was open over the wall is back where it was opened. */
function useFocusBack(open: string | undefined, goTo: (room_code: string) => void): void {
  const before = useRef(open)
  const back = useEffectEvent(goTo)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (closed === undefined || open !== undefined) return undefined
    // What goes gives the focus back first, to wherever it had it from.
    const frame = requestAnimationFrame(() => back(closed))
    return () => cancelAnimationFrame(frame)
  }, [open])
}
