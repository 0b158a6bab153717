import { Button } from 'antd'
import type { SystemLine, SystemPart } from '@kaibo/contract/system/system.schema.ts'
import { systemApi } from '@kaibo/contract/system/system.api.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { timeText } from '#kit/cell/business-time.ts'
import { Fact } from '#kit/cell/fact.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import '../system.i18n.ts'
import styles from '../system.module.css'

const EVERY_MS = 10_000

/** How servers, database and background work are: each line is well, or says what to do. */
export default function SystemPage() {
  const t = useText('system')
  const { data, error, isPending, refetch } = useCall(systemApi.state, {}, { refetchMs: EVERY_MS })
  const wrong = data?.parts.flatMap(({ lines }) => lines).filter(({ ok }) => !ok).length ?? 0
  return (
    <>
      <PageHead title={t('title')} count={data && t('at', { time: timeText(data.at) })}>
        {data ? (
          <Status tone={wrong === 0 ? 'ok' : 'attention'}>
            {wrong === 0 ? t('all_well') : t('wrong', { count: wrong })}
          </Status>
        ) : null}
        <Button onClick={() => void refetch()}>{t('refresh')}</Button>
      </PageHead>
      <Panel
        loading={isPending}
        error={error}
        filled={data !== undefined}
        onRetry={() => void refetch()}
        right={systemApi.state.can}
      >
        {/* What needs somebody is read first, whichever part it is in. */}
        {data?.parts.toSorted(byNeed(isPartWell)).map((part) => (
          <Part key={part.key} part={part} />
        ))}
      </Panel>
    </>
  )
}

const isWell = ({ ok }: SystemLine) => ok
const isPartWell = ({ lines }: SystemPart) => lines.every(isWell)
const byNeed =
  <One,>(isFine: (one: One) => boolean) =>
  (one: One, other: One) =>
    Number(isFine(one)) - Number(isFine(other))

const Part = ({ part: { title, lines } }: { part: SystemPart }) => (
  <section className={styles.card} aria-label={title}>
    <h2>{title}</h2>
    <ul className={styles.lines}>
      {lines.toSorted(byNeed(isWell)).map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </ul>
  </section>
)

function Line({ line: { name, ok, said, facts } }: { line: SystemLine }) {
  const t = useText('system')
  return (
    <li className={styles.line} data-ok={ok}>
      <div className={styles.head}>
        <Status tone={ok ? 'ok' : 'attention'}>{t(ok ? 'ok' : 'attention')}</Status>
        <h3>{name}</h3>
      </div>
      <div className={styles.body}>
        {ok ? null : <p>{said}</p>}
        <dl className={styles.facts}>
          {facts.map((fact) => (
            <Fact key={fact.name} label={fact.name}>
              {fact.value}
            </Fact>
          ))}
        </dl>
      </div>
    </li>
  )
}
