import { CheckOutlined } from '@ant-design/icons'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { gameLinkApi } from '@kaibo/contract/game-link/game-link.api.ts'
import type { EffectRow } from '@kaibo/contract/game-link/game-link.schema.ts'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { act } from '#kit/action/act.ts'
import { Instant } from '#kit/cell/cell.tsx'
import './game-card.i18n.ts'
import styles from './game-card.module.css'
import textStyles from '#kit/text/text.module.css'

const t = wordsOf('game_card')
const MOST = 20
const EVERY_MS = 15_000

const madeGood = act<EffectRow, typeof gameLinkApi.madeGood>(gameLinkApi.madeGood, {
  name: 'made-good',
  label: t('made_good'),
  icon: <CheckOutlined aria-hidden />,
  confirm: ({ user, gift, command }) => ({
    title: t('made_title', { who: user?.nickname ?? '', gift: gift ?? command }),
    hint: t('made_hint'),
  }),
  input: ({ cmd_id, room: { room_code } }) => ({ cmd_id, room_code }),
})

/** The gifts of viewers to which a room's game, or a game in all its rooms, did nothing, until somebody has made them good. */
export function OwedGifts({ of }: { of: { room_code: string } | { game_id: string } }) {
  const say = useText('game_card')
  const asked = { ...of, made_good: IsOrNot.not, page_size: MOST }
  const { data } = useCall(gameLinkApi.effects, asked, { refetchMs: EVERY_MS })
  if (!data) return null
  const { list, total } = data
  return (
    <>
      <h3 className={styles.head}>
        {say('owed')} <small>{total > 0 ? say('owed_count', { count: total }) : ''}</small>
      </h3>
      {list.length === 0 ? <p className={textStyles.meta}>{say('owed_none')}</p> : null}
      <ul className={styles.owed}>
        {list.map((row) => (
          <li key={row.cmd_id}>
            <p>
              {row.user?.nickname} · {row.gift ?? row.command} ×{row.count} ·{' '}
              {formatYuan(row.value_fen)}
            </p>
            <span className={textStyles.meta}>
              <Instant at={row.at} /> {'game_id' in of ? `${row.room.name} · ` : ''}
              {row.detail}
            </span>
            <div>
              <ActButton action={madeGood} row={row} />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
