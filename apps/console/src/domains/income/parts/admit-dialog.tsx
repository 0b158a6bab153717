import { Button, Modal } from 'antd'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { AdmitResult, RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { useText } from '#client/i18n.ts'
import { joined, toldIn, useLanguage } from '#client/language.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Fact } from '#kit/cell/fact.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import { Status } from '#kit/status/status.tsx'
import { nameOf } from '../refused.columns.tsx'
import '../refused.i18n.ts'
import styles from '../income.module.css'

/** The refused event, and the result of processing it again; stays open to be read. */
export function AdmitDialog({ row, onClose }: DialogProps<RefusedRow>) {
  const t = useText('refused')
  const lang = useLanguage()
  const title = t('admit_title', { name: nameOf(row, lang) })
  const admit = useDialogAct(incomeApi.admit, {
    failed: (reason) => joined('：', [title, reason], lang),
  })
  const done = admit.data
  return (
    <Modal
      open
      title={title}
      width={WIDTH.modal}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(done ? 'close' : 'cancel')}</Button>
          {done ? null : (
            <Button
              type="primary"
              loading={admit.isPending}
              onClick={() => admit.mutate({ id: row.id })}
            >
              {t('admit')}
            </Button>
          )}
        </>
      }
    >
      {admit.error ? <Fault error={admit.error} /> : null}
      {done ? <Outcome result={done} /> : <p className={styles.incomeNote}>{t('admit_hint')}</p>}
      <dl className={styles.refusedFacts}>
        <Fact label={t('reason')}>{toldIn(row.reason, row.reason_en, lang)}</Fact>
        <Fact label={t('fen')}>
          {row.claimed_fen === null ? t('unknown') : formatFen(row.claimed_fen)}
        </Fact>
        <Fact label={t('happened')}>
          {row.at === null ? t('unknown') : <Instant at={row.at} />}
        </Fact>
        <Fact label={t('received')}>
          <Instant at={row.received_at} />
        </Fact>
        <Fact label={t('source')}>
          {[row.source, row.event_id].filter(Boolean).join(' · ') || t('unknown')}
        </Fact>
      </dl>
      <details className={styles.refusedRaw}>
        <summary>{t('raw')}</summary>
        <pre>{row.raw}</pre>
      </details>
    </Modal>
  )
}

function Outcome({ result: { outcome, fen } }: { result: AdmitResult }) {
  const t = useText('refused')
  const booked = fen > 0 ? t('booked', { money: formatFen(fen) }) : t('booked_free')
  return (
    <p role="status">
      <Status tone="ok">{outcome === 'booked' ? booked : t('known')}</Status>
    </p>
  )
}
