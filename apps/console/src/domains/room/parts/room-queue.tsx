import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { quoted, useLanguage } from '#client/language.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { appliesTo } from '#kit/action/action.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { useWaiting } from '../room.queries.ts'
import { queueActions } from '../queue.actions.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

/** What waits to be said: a person may bring it forward, drop it, or release what is under review. */
export function RoomQueue({
  room: { room_code, state },
}: {
  room: Pick<RoomRow, 'room_code' | 'state'>
}) {
  const t = useText('room_page')
  const lang = useLanguage()
  const queue = useWaiting(room_code)
  const list = (queue.data?.list ?? []).map((line) => ({ ...line, room_code }))
  return (
    <section className={styles.card} aria-label={t('queue')}>
      <h2>
        {t('queue')}
        {queue.data ? <small>{t('queue_count', { count: list.length })}</small> : null}
      </h2>
      <Panel
        loading={queue.isPending}
        error={queue.error}
        filled={queue.data !== undefined}
        onRetry={() => void queue.refetch()}
        isEmpty={list.length === 0}
        empty={<p className={textStyles.meta}>{t('queue_none')}</p>}
      >
        <ol className={styles.queue}>
          {list.map((line) => (
            <li key={line.speech_id}>
              <p>{quoted(line.text, lang)}</p>
              <span className={textStyles.meta}>
                {line.ready ? null : (
                  <Status tone="attention">
                    {t(state === 'takeover' ? 'queue_held' : 'queue_review')}
                  </Status>
                )}{' '}
                {[line.cause, t('queue_left', { seconds: Math.ceil(line.left_ms / 1_000) })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={styles.queueActs}>
                {queueActions
                  .filter((action) => appliesTo(action, line))
                  .map((action) => (
                    <ActButton key={action.name} action={action} row={line} />
                  ))}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </section>
  )
}
