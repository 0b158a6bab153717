import { useCallback, useState } from 'react'
import { App } from 'antd'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCan } from '#client/rights.ts'
import { FormHost } from '#kit/form/form-host.tsx'
import { NEW, useFormAddress } from '#kit/form/form-address.ts'
import { usePageKeys } from '#kit/keys/use-page-keys.ts'
import { useIsPhone } from '#kit/media/media.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { LaneGrid } from './lane-grid.tsx'
import { PlanAgenda } from './plan-agenda.tsx'
import { PlanBar } from './plan-bar.tsx'
import { PlanRows } from './plan-rows.tsx'
import { createPlan, editPlan } from './plan.actions.tsx'
import { useMover, type Moving } from './plan.mover.ts'
import { putMoved } from './plan.put.ts'
import { useCalendar } from './use-calendar.ts'
import { WeekGrid } from './week-grid.tsx'
import './plan.i18n.ts'
import styles from './plan.module.css'

const SettingsForm = lazily(async () => (await import('./plan-settings.form.tsx')).PlanSettingsForm)

/** A week of one room, of all that share its PC, or of everybody. */
export function PlanCalendar({ room_code }: { room_code: string }) {
  const t = useText('plan')
  const speak = useSpeak()
  const isPhone = useIsPhone()
  const { message } = App.useApp()
  const calendar = useCalendar(room_code)
  const { now, monday, show, own, shown, known, span } = calendar
  const { id: formId, open } = useFormAddress()
  const [isSetting, setSetting] = useState(false)
  const mayEdit = useCan(planApi.add.can) === true
  const drop = (moving: Moving) =>
    void (moving.clash ? message.warning(speak(moving.clash)) : putMoved(moving))
  const mover = useMover({ known, now, drop })
  usePageKeys({
    arrowleft: () => calendar.step(-1),
    arrowright: () => calendar.step(1),
    t: calendar.today,
    n: () => open(NEW),
  })
  const onOpen = useCallback(({ id }: PlanRow) => open(id), [open])
  const settings = own.data?.settings
  const grid = shown && { plans: shown, monday, now, mover, mayMove: mayEdit, onOpen }
  const owner = known?.list.find(({ id }) => id === formId)?.room_code ?? room_code
  return (
    <div className={styles.calendar}>
      <PlanBar
        calendar={calendar}
        mover={mover}
        onSettings={mayEdit && settings ? () => setSetting(true) : undefined}
      />
      <Panel
        loading={own.isPending}
        error={own.error}
        filled={shown !== undefined && !own.error?.notFound}
        onRetry={() => void own.refetch()}
        right={planApi.list.can}
      >
        {settings?.plans_on === false ? <p className={styles.off}>{t('off')}</p> : null}
        {!grid ? null : isPhone ? (
          <PlanAgenda {...grid} hasRooms={show !== 'room'} />
        ) : show === 'room' ? (
          <WeekGrid {...grid} />
        ) : (
          <LaneGrid {...grid} />
        )}
        {own.data && show === 'room' ? <PlanRows plans={own.data} /> : null}
      </Panel>
      {isSetting && settings ? (
        <Lazily>
          <SettingsForm
            room_code={room_code}
            settings={settings}
            plans={own.data?.list ?? []}
            onClose={() => setSetting(false)}
          />
        </Lazily>
      ) : null}
      <FormHost
        edit={editPlan}
        create={createPlan}
        what={speak(nouns.plan)}
        rows={own.data?.list ?? []}
        endpoint={planApi.list}
        find={() => ({ room_code: owner, ...span })}
        rowIn={({ list }) => list.find(({ id }) => id === formId)}
      />
    </div>
  )
}
