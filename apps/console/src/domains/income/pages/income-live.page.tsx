import { useState } from 'react'
import { Button, DatePicker, Input, Select, Table } from 'antd'
import { DownloadOutlined } from '@ant-design/icons'
import dayjs from 'dayjs'
import * as z from 'zod/mini'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { LiveIncomeQuery, type LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { PAGE_SIZES } from '@kaibo/contract/kernel/page.ts'
import { download } from '#client/http.ts'
import { useCall } from '#client/query.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { Filters } from '#kit/list/filters.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { GiftEvents } from '../parts/gift-events.tsx'
import { runColumns } from '../income.columns.tsx'
import '../income.i18n.ts'
import '../income.css'

const REFRESH_MS = 15_000

/** What a link to the list carries: the call's filters, and the run whose gifts are open. */
const IncomeState = z.object({ ...LiveIncomeQuery.shape, run: z.optional(z.string()) })

export default function IncomeLivePage() {
  const t = useText('income')
  const lang = useLanguage()
  const [state, change] = useUrlState(IncomeState)
  const { run, export: _export, ...filters } = state
  const query = useCall(incomeApi.live, filters, { keep: true, refetchMs: REFRESH_MS })
  const [exporting, setExporting] = useState(false)
  const page = query.data
  const opened = page?.list.find((row) => row.run_id === run)
  const filtered = Boolean(
    filters.keyword || filters.day_from || filters.day_to || filters.platform,
  )
  const clear = () =>
    change({ keyword: undefined, day_from: undefined, day_to: undefined, platform: undefined })

  const exportAll = async () => {
    setExporting(true)
    await download(incomeApi.live, { ...filters, export: 'xlsx' }).finally(() =>
      setExporting(false),
    )
  }

  return (
    <>
      <header className="page-head">
        <h1>{t('title')}</h1>
        <span className="page-count">
          {page
            ? t('sum', {
                runs: page.sum.runs,
                money: formatFen(page.sum.gift_fen),
                gifts: page.sum.gift_count,
              })
            : null}
        </span>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          loading={exporting}
          disabled={!page || page.total === 0}
          onClick={() => void exportAll().catch(() => {})}
        >
          {t('export')}
        </Button>
      </header>
      <Filters>
        <Input.Search
          key={filters.keyword}
          allowClear
          defaultValue={filters.keyword}
          aria-label={t('keyword')}
          placeholder={t('keyword')}
          onSearch={(keyword) => change({ keyword })}
        />
        <DatePicker.RangePicker
          aria-label={t('days')}
          allowEmpty={[true, true]}
          value={[asDay(filters.day_from), asDay(filters.day_to)]}
          onChange={(days) =>
            change({
              day_from: days?.[0]?.format(DATE_FORMAT),
              day_to: days?.[1]?.format(DATE_FORMAT),
            })
          }
        />
        <Select
          allowClear
          aria-label={t('platform')}
          placeholder={t('platform')}
          value={filters.platform}
          onChange={(platform) => change({ platform })}
          options={optionsOf(PLATFORMS, lang)}
        />
        {filtered ? (
          <Button type="link" onClick={clear}>
            {t('clear')}
          </Button>
        ) : null}
      </Filters>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={page !== undefined}
        onRetry={() => void query.refetch()}
        words={{ retry: t('retry'), stale: t('stale') }}
        isEmpty={page?.total === 0}
        empty={
          filtered ? (
            <Empty title={t('filtered')} action={<Button onClick={clear}>{t('clear')}</Button>} />
          ) : (
            <Empty title={t('empty')} hint={t('empty_hint')} />
          )
        }
      >
        <Table<LiveIncomeRow>
          rowKey="run_id"
          size="middle"
          columns={runColumns({
            t,
            lang,
            sort: { by: filters.sort_by, dir: filters.sort_dir },
            onOpen: (row) => change({ run: row.run_id }),
          })}
          dataSource={page?.list ?? []}
          scroll={{ x: 1400 }}
          pagination={{
            current: filters.page,
            pageSize: filters.page_size,
            total: page?.total ?? 0,
            showSizeChanger: true,
            showQuickJumper: true,
            pageSizeOptions: [...PAGE_SIZES],
          }}
          onChange={({ current, pageSize }, _filters, sorter) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter
            change({
              page: current,
              page_size: pageSize,
              sort_by: one?.order ? one.columnKey : undefined,
              sort_dir: one?.order ? SortDir[one.order] : undefined,
            })
          }}
        />
      </Panel>
      {run ? (
        <GiftEvents
          key={run}
          run_id={run}
          title={opened && { room: opened.room_name, started_at: opened.started_at }}
          onClose={() => change({ run: undefined })}
        />
      ) : null}
    </>
  )
}

const asDay = (text: string | undefined) => (text ? dayjs(text) : null)
