import { useLayoutEffect, useRef, type Ref, type RefObject } from 'react'
import { Checkbox, Segmented, type InputRef } from 'antd'
import { densities, type Density } from '@kaibo/contract/facts/preferences.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useText } from '#client/i18n.ts'
import { choiceOf } from '#kit/list/column.ts'
import { FilterRow } from '#kit/list/filter-row.tsx'
import type { useListLayout } from '#kit/list/list-layout.ts'
import type { Selection } from '#kit/list/selection.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { WALL, type useWallView } from '../room.wall.view.ts'
import styles from '../room.wall.module.css'

// Beside the filters, and not waited for by the rooms.
const ViewMenu = lazily(async () => (await import('#kit/list/view-menu.tsx')).ViewMenu)
const ColumnsPanel = lazily(async () => (await import('#kit/list/columns-panel.tsx')).ColumnsPanel)

interface WallBarProps {
  view: ReturnType<typeof useWallView>
  layout: ReturnType<typeof useListLayout<WallRoom>>
  isTable: boolean
  selection: Selection<WallRoom>
  keyword: Ref<InputRef>
}

/** What stays in sight over the rooms: what narrows them, how they are looked at, and all of them at once. */
export function WallBar({ view, layout, isTable, selection, keyword }: WallBarProps) {
  const t = useText('wall')
  const isNarrow = useIsNarrow()
  const bar = useRef<HTMLDivElement>(null)
  useHeightSaid(bar)
  const { rooms, address } = view
  const chosen = rooms.filter(selection.has).length
  return (
    <div ref={bar} className={styles.bar}>
      <FilterRow
        filters={view.filters}
        values={view.values}
        change={view.narrow}
        keyword={keyword}
      />
      {isNarrow ? null : (
        <div className={styles.tools}>
          <Checkbox
            checked={rooms.length > 0 && chosen === rooms.length}
            indeterminate={chosen > 0 && chosen < rooms.length}
            onChange={({ target }) => selection.set(rooms, target.checked)}
          >
            {t('select_all')}
          </Checkbox>
          <Lazily>
            <ViewMenu
              list={WALL}
              state={{ search: address.search, columns: choiceOf(layout.placed) }}
              onChoose={({ search, columns }) => {
                layout.show(columns)
                address.apply(search)
              }}
              link={() => address.linkTo(choiceOf(layout.placed))}
            />
          </Lazily>
          {isTable ? (
            <Lazily>
              <ColumnsPanel
                placed={layout.placed}
                density={layout.density}
                onColumns={layout.setColumns}
                onDensity={layout.setDensity}
                onReset={layout.reset}
              />
            </Lazily>
          ) : (
            <Segmented<Density>
              aria-label={t('density')}
              value={layout.density}
              onChange={layout.setDensity}
              options={[
                { value: densities.large, label: t('large') },
                { value: densities.middle, label: t('middle') },
                { value: densities.compact, label: t('compact') },
              ]}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** Tells what lies under the bar how high it is, as `--bar-height`: what stays in sight there stays below it. */
function useHeightSaid(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return undefined
    const say = () =>
      current.parentElement?.style.setProperty('--bar-height', `${current.offsetHeight}px`)
    const sizes = new ResizeObserver(say)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [bar])
}
