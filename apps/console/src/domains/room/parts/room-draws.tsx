import { useState } from 'react'
import { Button, Modal } from 'antd'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { DrawRow } from '@kaibo/contract/room/room.draw.schema.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { BACKSTOP_MS } from '../room.queries.ts'
import '../room-draws.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

const SHOWN = 3
const WIDTH = 640

/** 福袋: the last draws among the room's viewers, each with what it is checked by. Nothing where there was none. */
export function RoomDraws({ room }: { room: RoomRow }) {
  const t = useText('room_draws')
  const { room_code } = room
  const query = useCall(roomApi.draws, { room_code, page_size: SHOWN }, { refetchMs: BACKSTOP_MS })
  useLive(`room:${room_code}`, ({ event, data }) => {
    if (event === 'room.moments' && data.some(({ text }) => text.includes('福袋')))
      refresh(roomApi.draws)
  })
  const [checking, setChecking] = useState<string>()
  const list = query.data?.list ?? []
  if (list.length === 0) return null
  return (
    <section className={styles.card} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {list.map((draw) => (
        <DrawLine key={draw.draw_id} draw={draw} onCheck={() => setChecking(draw.draw_id)} />
      ))}
      {checking === undefined ? null : (
        <DrawDialog draw_id={checking} onClose={() => setChecking(undefined)} />
      )}
    </section>
  )
}

function DrawLine({ draw, onCheck }: { draw: DrawRow; onCheck: () => void }) {
  const t = useText('room_draws')
  const { number, prize, won, is_fair, opened_at, entrants_count } = draw
  const names = won.map(({ nickname }) => nickname).join('、')
  return (
    <div>
      <p>
        {t('round', { number })} · {prize} <Instant at={opened_at} />
      </p>
      {is_fair === null ? (
        <Status tone="starting">{t('open')}</Status>
      ) : (
        <p className={textStyles.meta}>
          {won.length > 0 ? t('won', { count: entrants_count, names }) : t('nobody')}{' '}
          <Button type="link" size="small" onClick={onCheck}>
            {t('check')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Seed, hash and viewers of one draw, and how anybody computes it again. */
function DrawDialog({ draw_id, onClose }: { draw_id: string; onClose: () => void }) {
  const t = useText('room_draws')
  const query = useCall(roomApi.draw, { draw_id })
  const draw = query.data
  return (
    <Modal
      open
      width={WIDTH}
      title={t('check_title', { number: draw?.number ?? '' })}
      onCancel={onClose}
      footer={null}
    >
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={draw !== undefined}
        onRetry={() => void query.refetch()}
        right={roomApi.draw.can}
      >
        {draw ? (
          <>
            <p>
              <Status tone={draw.is_fair ? 'ok' : 'failed'}>
                {t(draw.is_fair ? 'fair' : 'unfair')}
              </Status>
            </p>
            <p className={textStyles.hint}>{t('how')}</p>
            <CopyLine label={t('seed_hash')} text={draw.seed_hash} />
            <CopyLine label={t('seed')} text={draw.seed ?? ''} />
            <CopyLine
              label={t('viewers', { count: draw.entrants_count })}
              text={draw.entrants.map(({ open_id }) => open_id).join('\n')}
            />
            <CopyLine
              label={t('winners')}
              text={draw.won.map(({ open_id, nickname }) => `${open_id} ${nickname}`).join('\n')}
            />
          </>
        ) : null}
      </Panel>
    </Modal>
  )
}
