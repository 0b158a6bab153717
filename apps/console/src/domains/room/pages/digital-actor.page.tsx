import { lazy, Suspense, useCallback, useState } from 'react'
import { Button, Checkbox, Input, Pagination, Segmented, Select, Skeleton } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import * as z from 'zod/mini'
import { useLocation } from 'react-router'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { LiveStatus } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { PAGE_SIZES } from '@kaibo/contract/kernel/page.ts'
import { RoomQuery } from '@kaibo/contract/room/room.schema.ts'
import { useCan } from '#client/session.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { Filters } from '#kit/list/filters.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { ActHost } from '../parts/act-host.tsx'
import { BulkBar } from '../parts/bulk-bar.tsx'
import { RoomTile } from '../parts/room-tile.tsx'
import { useRooms } from '../room.queries.ts'
import '../room.i18n.ts'
import '../room.css'

/* What the wall opens; the wall itself does not wait for it. */
const RoomForm = lazy(async () => ({
  default: (await import('../forms/edit-room.form.tsx')).RoomForm,
}))
const RoomDrawer = lazy(async () => ({
  default: (await import('../parts/room-drawer.tsx')).RoomDrawer,
}))
const RoomTable = lazy(async () => ({
  default: (await import('../parts/room-table.tsx')).RoomTable,
}))

const WALL_SIZE = 100

/** What a link to the wall carries. */
const WallState = z.object({
  ...RoomQuery.shape,
  page_size: z._default(z.int().check(z.gte(1), z.lte(200)), WALL_SIZE),
  view: z._default(z.enum(['wall', 'table']), 'wall'),
  room: z.optional(z.string()),
})

export default function DigitalActorPage() {
  const t = useText('room')
  const lang = useLanguage()
  const [state, change] = useUrlState(WallState)
  const { view, room, ...filters } = state
  const query = useRooms(filters)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [creating, setCreating] = useState(false)
  const mayAdd = useCan('room.add')
  const hrefOf = useHref()

  const select = useCallback((code: string, selected: boolean) => {
    setChosen((before) => {
      const after = new Set(before)
      if (selected) after.add(code)
      else after.delete(code)
      return after
    })
  }, [])

  const page = query.data
  const rooms = page?.list ?? []
  const filtered = Boolean(
    filters.keyword || filters.status !== undefined || filters.platform || filters.attention,
  )
  const clear = () =>
    change({ keyword: undefined, status: undefined, platform: undefined, attention: undefined })
  const newRoom = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={mayAdd !== true}
      title={mayAdd === true ? undefined : mayAdd}
      onClick={() => setCreating(true)}
    >
      {t('create')}
    </Button>
  )

  return (
    <ActHost>
      <header className="page-head">
        <h1>{t('title')}</h1>
        <span className="page-count">{page ? t('counts', page.counts) : null}</span>
        <Segmented<'wall' | 'table'>
          aria-label={t('view')}
          value={view}
          onChange={(value) => change({ view: value })}
          options={[
            { value: 'wall', label: t('wall') },
            { value: 'table', label: t('table') },
          ]}
        />
        {newRoom}
      </header>
      <Filters>
        <Input.Search
          key={filters.keyword}
          allowClear
          defaultValue={filters.keyword}
          aria-label={t('filter_keyword')}
          placeholder={t('filter_keyword')}
          onSearch={(keyword) => change({ keyword })}
        />
        <Select
          allowClear
          aria-label={t('filter_status')}
          placeholder={t('filter_status')}
          value={filters.status}
          onChange={(status) => change({ status })}
          options={optionsOf(LiveStatus, lang)}
        />
        <Select
          allowClear
          aria-label={t('filter_platform')}
          placeholder={t('filter_platform')}
          value={filters.platform}
          onChange={(platform) => change({ platform })}
          options={optionsOf(PLATFORMS, lang)}
        />
        <Checkbox
          checked={filters.attention === 1}
          onChange={(event) => change({ attention: event.target.checked ? 1 : undefined })}
        >
          {t('only_attention')}
        </Checkbox>
        {filtered ? (
          <Button type="link" onClick={clear}>
            {t('clear_filters')}
          </Button>
        ) : null}
      </Filters>
      {chosen.size > 0 ? (
        <BulkBar
          rooms={rooms.filter((row) => chosen.has(row.room_code))}
          onClear={() => setChosen(new Set())}
        />
      ) : null}
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={page !== undefined}
        onRetry={() => void query.refetch()}
        words={{ retry: t('retry'), stale: t('stale') }}
        skeleton={<WallSkeleton />}
        isEmpty={rooms.length === 0}
        empty={
          filtered ? (
            <Empty
              title={t('filtered_title')}
              action={<Button onClick={clear}>{t('clear_filters')}</Button>}
            />
          ) : (
            <Empty title={t('empty_title')} hint={t('empty_hint')} action={newRoom} />
          )
        }
      >
        {view === 'wall' ? (
          <div className="wall">
            {rooms.map((row) => (
              <RoomTile
                key={row.room_code}
                room={row}
                selected={chosen.has(row.room_code)}
                onSelect={select}
                href={hrefOf(row.room_code)}
              />
            ))}
          </div>
        ) : (
          <Suspense fallback={<Skeleton active />}>
            <RoomTable rooms={rooms} chosen={chosen} onChoose={setChosen} hrefOf={hrefOf} />
          </Suspense>
        )}
        {page && page.total > filters.page_size ? (
          <Pagination
            current={filters.page}
            pageSize={filters.page_size}
            total={page.total}
            showSizeChanger
            showQuickJumper
            pageSizeOptions={[...PAGE_SIZES]}
            onChange={(next, size) => change({ page: next, page_size: size })}
          />
        ) : null}
      </Panel>
      <Suspense>
        {room ? <RoomDrawer room_code={room} onClose={() => change({ room: undefined })} /> : null}
        {creating ? <RoomForm onClose={() => setCreating(false)} /> : null}
      </Suspense>
    </ActHost>
  )
}

/** The wall's own address with one room open over it. */
function useHref() {
  const { pathname, search } = useLocation()
  return useCallback(
    (room_code: string) => {
      const params = new URLSearchParams(search)
      params.set('room', room_code)
      return `${pathname}?${params.toString()}`
    },
    [pathname, search],
  )
}

function WallSkeleton() {
  return (
    <div className="wall">
      {Array.from({ length: 8 }, (_, i) => (
        <div className="tile" key={i}>
          <div className="tile-picture" />
          <div className="tile-body">
            <Skeleton active title paragraph={{ rows: 2 }} />
          </div>
        </div>
      ))}
    </div>
  )
}
