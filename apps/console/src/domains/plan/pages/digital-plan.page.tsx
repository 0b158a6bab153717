import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { dayText } from '@kaibo/contract/kernel/zone.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanList } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { useNow } from '#kit/clock/use-now.ts'
import { FormHost } from '#kit/form/form-host.tsx'
import { useFormAddress } from '#kit/form/form-address.ts'
import { usePageKeys } from '#kit/keys/use-page-keys.ts'
import { CreateButton } from '#kit/list/create-button.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { WeekGrid } from '../parts/week-grid.tsx'
import { createPlan, editPlan } from '../plan.actions.tsx'
import { mondayOf, weekFrom } from '../plan.week.ts'
import '../plan.i18n.ts'
import styles from '../plan.module.css'

const SCOPES = ['room', 'pc', 'all'] as const
type ScopeName = (typeof SCOPES)[number]
const PageState = z.object({
  week: z._default(z.string(), ''),
  show: z._default(z.enum(SCOPES), 'room'),
})
const AGAIN_MS = 30_000

export default function DigitalPlanPage() {
  const { room_code = '' } = useParams()
  return (
    <ActHost key={room_code}>
      <Plans room_code={room_code} />
    </ActHost>
  )
}

/** A week of one room, of all that share its PC, or of everybody. */
function Plans({ room_code }: { room_code: string }) {
  const t = useText('plan')
  const speak = useSpeak()
  const now = useNow()
  const [{ week, show }, change] = useUrlState(PageState)
  const { open } = useFormAddress()
  const today = mondayOf(now)
  const monday = Number.isNaN(Date.parse(week)) ? today : mondayOf(Date.parse(week))
  const span = weekFrom(monday)
  const own = useCall(planApi.list, { room_code, ...span }, { refetchMs: AGAIN_MS, keep: true })
  const room = own.data?.rooms.find((one) => one.room_code === room_code)
  // Who shares the PC is asked for in any case: what is moved must not conflict with them.
  const shared = { ...(show !== 'all' && room?.pc && { pc_id: room.pc.id }), ...span }
  const others = useCall(planApi.list, shared, {
    enabled: show === 'all' || Boolean(room?.pc),
    refetchMs: AGAIN_MS,
    keep: true,
  })
  useRecordTitle(room?.name)
  const go = (to: number) => change({ week: to === today ? '' : dayText(to) })
  const step = (weeks: number) => go(monday + weeks * 7 * DAY_MS)
  usePageKeys({
    arrowleft: () => step(-1),
    arrowright: () => step(1),
    t: () => go(today),
    n: () => open('new'),
  })
  const shown = show === 'room' ? own.data : (others.data ?? own.data)
  const known: PlanList | undefined = others.data ?? own.data
  return (
    <>
      <PageHead
        title={t('title', { name: room?.name ?? room_code })}
        count={t('week_of', { from: dayText(monday), to: dayText(monday + 6 * DAY_MS) })}
      >
        <Button icon={<LeftOutlined />} aria-label={t('before')} onClick={() => step(-1)} />
        <Button onClick={() => go(today)}>{t('today')}</Button>
        <Button icon={<RightOutlined />} aria-label={t('after')} onClick={() => step(1)} />
        <Segmented<ScopeName>
          aria-label={t('scope')}
          value={show}
          onChange={(next) => change({ show: next })}
          options={SCOPES.map((value) => ({ value, label: t(`scope_${value}`) }))}
        />
        <CreateButton creation={createPlan} />
      </PageHead>
      <Panel
        loading={own.isPending}
        error={own.error}
        filled={shown !== undefined && !own.error?.notFound}
        onRetry={() => void own.refetch()}
        right={planApi.list.can}
      >
        {own.data?.settings?.plans_on === false ? <p className={styles.off}>{t('off')}</p> : null}
        {shown && known ? (
          <WeekGrid plans={shown} known={known} monday={monday} now={now} room_code={room_code} />
        ) : null}
      </Panel>
      <FormHost
        edit={editPlan}
        create={createPlan}
        what={speak(nouns.plan)}
        rows={own.data?.list ?? []}
        endpoint={planApi.list}
        find={() => ({ room_code, ...span })}
        rowIn={() => undefined}
      />
    </>
  )
}
