import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { throttled } from '#kit/clock/throttled.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { BACKSTOP_MS } from '../room.queries.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

/** However often somebody gives, who gave most is asked for this often at most. */
const ASK_AGAIN_MS = 3_000
const askAgain = throttled(() => refresh(roomApi.givers), ASK_AGAIN_MS)

/** Who gave most in the run, with what each gave in all. */
export function TopGivers({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const givers = useCall(roomApi.givers, { room_code: room.room_code }, { refetchMs: BACKSTOP_MS })
  useLive(`room:${room.room_code}`, ({ event, data }) => {
    // With a new run everybody begins anew.
    if (event === 'room.moments' && data.some(({ kind, fen }) => kind === 'state' || fen))
      askAgain()
  })
  const { run } = room
  const list = givers.data?.list ?? []
  if (!run) return null
  return (
    <section className={styles.card} aria-label={t('givers')}>
      <h2>
        {t('givers')}
        <small>{t(run.ended_at === null ? 'givers_run' : 'givers_last')}</small>
      </h2>
      <Panel
        loading={givers.isPending}
        error={givers.error}
        filled={givers.data !== undefined}
        onRetry={() => void givers.refetch()}
        isEmpty={list.length === 0}
        empty={<p className={textStyles.meta}>{t('givers_none')}</p>}
      >
        <ol className={styles.givers}>
          {list.map(({ open_id, nickname, fen }) => (
            <li key={open_id}>
              <span>{nickname}</span>
              <span>{formatYuan(fen)}</span>
            </li>
          ))}
        </ol>
      </Panel>
    </section>
  )
}
