import { useState } from 'react'
import { Button } from 'antd'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useCan } from '#client/rights.ts'
import { useCall } from '#client/query.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import textStyles from '#kit/text/text.module.css'
import './important.i18n.ts'
import styles from './important.module.css'

const ImportantForm = lazily(async () => (await import('./important-form.tsx')).ImportantForm)
const SHOWN = 5

/** The viewers whom the rules of a room know as important; who gave most comes first. */
export function ImportantCard({
  room_code,
  className,
}: {
  room_code: string
  className?: string | undefined
}) {
  const t = useText('important')
  const query = useCall(talkApi.consumers, { room_code })
  const may = useCan(talkApi.saveConsumers.can) === true
  const [isOpen, setOpen] = useState(false)
  const { data } = query
  if (!data || (data.list.length === 0 && !may)) return null
  const top = data.list.toSorted((a, b) => b.spend_fen - a.spend_fen).slice(0, SHOWN)
  return (
    <section className={className} aria-label={t('title')}>
      <h2>
        {t('title')}
        <small>{data.list.length}</small>
      </h2>
      {top.length === 0 ? <p className={textStyles.meta}>{t('none')}</p> : null}
      <ul className={styles.list}>
        {top.map(({ open_id, nickname, level, note, spend_fen }) => (
          <li key={open_id} title={note}>
            <span>
              {'★'.repeat(level)} {nickname || open_id}
            </span>
            <span>{formatYuan(spend_fen)}</span>
          </li>
        ))}
      </ul>
      {may ? (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
      ) : null}
      {isOpen ? (
        <Lazily onClose={() => setOpen(false)}>
          <ImportantForm room_code={room_code} given={data} onClose={() => setOpen(false)} />
        </Lazily>
      ) : null}
    </section>
  )
}
