import { instantText } from '@kaibo/contract/kernel/day.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { PortHour } from '@kaibo/contract/voice/voice.server.schema.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { useNow } from '#kit/clock/use-now.ts'
import { Panel } from '#kit/panel/panel.tsx'
import styles from '../voice.module.css'

const HOUR_MS = 3_600_000
const HOURS = 24
const EVERY_MS = 60_000
const LEVELS = 5

/** How busy each port was in each of the last 24 hours. */
export function PortHeat() {
  const t = useText('voice')
  const now = useNow()
  const last = now - (now % HOUR_MS)
  const from = last - (HOURS - 1) * HOUR_MS
  const query = useCall(
    voiceApi.statistic,
    { from, to: last + HOUR_MS },
    { keep: true, refetchMs: EVERY_MS },
  )
  const hours = query.data?.list ?? []
  const at = Array.from({ length: HOURS }, (_, index) => from + index * HOUR_MS)
  return (
    <section className={styles.card} aria-label={t('heat')}>
      <h2>{t('heat')}</h2>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        right={voiceApi.statistic.can}
        isEmpty={hours.length === 0}
        empty={<p className={styles.soft}>{t('heat_none')}</p>}
      >
        <p className={styles.soft}>{t('heat_hint')}</p>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('heat')}>
          <table className={styles.heat}>
            <thead>
              <tr>
                <th scope="col">{t('ports')}</th>
                {at.map((hour) => (
                  <th key={hour} scope="col">
                    {instantText(hour).slice(11, 13)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {byPort(hours).map(([port_id, name, own]) => (
                <tr key={port_id}>
                  <th scope="row">{name}</th>
                  {at.map((hour) => (
                    <HeatCell key={hour} hour={own.find((one) => one.at === hour)} at={hour} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </section>
  )
}

function HeatCell({ hour, at }: { hour: PortHour | undefined; at: number }) {
  const t = useText('voice')
  const share = (hour?.busy_ms ?? 0) / HOUR_MS
  const told = t('heat_cell', {
    at: instantText(at).slice(5, 16),
    count: hour?.count ?? 0,
    share: `${Math.round(share * 100)}%`,
    errors: hour?.errors ?? 0,
    borrowed: hour?.borrowed ?? 0,
  })
  return (
    <td title={told} data-level={levelOf(share)} data-failed={hour?.errors ? true : undefined}>
      <span className={styles.count}>{hour?.count ?? ''}</span>
    </td>
  )
}

/** Any use shows; the darkest is busy all the time. */
const levelOf = (share: number): number =>
  share === 0 ? 0 : Math.ceil(Math.min(1, share) * LEVELS)

function byPort(hours: readonly PortHour[]): [id: string, name: string, hours: PortHour[]][] {
  const ports = new Map<string, [string, string, PortHour[]]>()
  for (const hour of hours) {
    const name = `${hour.server.name} ${hour.number}`
    const entry = ports.get(hour.port_id) ?? [hour.port_id, name, []]
    entry[2].push(hour)
    ports.set(hour.port_id, entry)
  }
  return [...ports.values()]
}
