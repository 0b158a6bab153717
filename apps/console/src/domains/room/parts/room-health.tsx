import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Fact } from '#kit/cell/fact.tsx'
import { Status } from '#kit/status/status.tsx'
import { pcHealth, talkHealth } from '../room.health.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

/** A line each for what a room stands on, with the cause where it does not do well. */
export function RoomHealth({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const lang = useLanguage()
  const pc = pcHealth(room)
  const talk = talkHealth(room)
  return (
    <section className={styles.card} aria-label={t('health')}>
      <dl className={styles.health}>
        <Fact label={room.pc?.name ?? 'PC'}>
          <Status tone={pc.tone}>
            {room.pc ? labelOf(PcPresence, room.pc.presence, lang) : t('pc_none')}
            {pc.at ? (
              <>
                {' · '}
                {t('pc_last_seen')} <Instant at={pc.at} />
              </>
            ) : null}
          </Status>
        </Fact>
        <Fact label={t('health_talk')}>
          <Status tone={talk.tone}>
            {talk.word === 'fault'
              ? toldIn(room.last_error ?? '', room.last_error_en, lang)
              : t(talk.word)}{' '}
            {talk.at ? <Instant at={talk.at} /> : null}
          </Status>
        </Fact>
      </dl>
    </section>
  )
}
