import { LeftOutlined, RightOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { dayText } from '@kaibo/contract/kernel/zone.ts'
import { useText } from '#client/i18n.ts'
import { CreateButton } from '#kit/list/create-button.tsx'
import { MoveStatus } from './move-status.tsx'
import { createPlan } from './plan.actions.tsx'
import type { Mover } from './plan.mover.ts'
import { SCOPES, type Calendar } from './use-calendar.ts'
import styles from './plan.module.css'

interface PlanBarProps {
  calendar: Calendar
  mover: Mover
  /** Opens the settings, for who may change them. */
  onSettings: (() => void) | undefined
}

/** Over the calendar: which week, whose, where a plan is being moved to, and what can be done. */
export function PlanBar({ calendar, mover, onSettings }: PlanBarProps) {
  const t = useText('plan')
  const { monday, isThisWeek, show, showFor, today, step } = calendar
  return (
    <div className={styles.bar}>
      <span className={styles.weeks}>
        <Button icon={<LeftOutlined />} aria-label={t('before')} onClick={() => step(-1)} />
        <Button onClick={today} disabled={isThisWeek}>
          {t('today')}
        </Button>
        <Button icon={<RightOutlined />} aria-label={t('after')} onClick={() => step(1)} />
      </span>
      <span className={styles.span}>
        {t('week_of', { from: dayText(monday), to: dayText(monday + 6 * DAY_MS) })}
      </span>
      <MoveStatus mover={mover} />
      <Segmented<(typeof SCOPES)[number]>
        aria-label={t('scope')}
        value={show}
        onChange={showFor}
        options={SCOPES.map((value) => ({ value, label: t(`scope_${value}`) }))}
      />
      <Button
        icon={<SettingOutlined aria-hidden />}
        disabled={!onSettings}
        onClick={() => onSettings?.()}
      >
        {t('settings_short')}
      </Button>
      <CreateButton creation={createPlan} />
    </div>
  )
}
