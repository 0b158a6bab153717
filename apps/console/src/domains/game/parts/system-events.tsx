import type { SystemEventRow } from '@kaibo/contract/game/event.schema.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { appliesTo } from '#kit/action/action.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { Status } from '#kit/status/status.tsx'
import { ALL_EVENTS, systemEventActions } from '../game.actions.tsx'
import styles from '../game.module.css'

/** The events that every game has: there to be read, and to be switched off for this game. */
export function SystemEvents({ game_id }: { game_id: string }) {
  const t = useText('game')
  const { data } = useCall(gameApi.events, { game_id, page_size: ALL_EVENTS })
  if (!data) return null
  return (
    <ActHost>
      <details className={styles.card}>
        <summary>{t('system')}</summary>
        <ul className={styles.plain}>
          {data.system.map((event) => (
            <SystemEvent key={event.event_id} event={event} />
          ))}
        </ul>
      </details>
    </ActHost>
  )
}

function SystemEvent({ event }: { event: SystemEventRow }) {
  const t = useText('game')
  const lang = useLanguage()
  const { name, key, payload, references, enabled } = event
  const isOpen = enabled === OpenStatus.open
  return (
    <li className={styles.system}>
      <span>
        <strong>{name}</strong> <span className={styles.soft}>{key}</span>{' '}
        <Status tone={isOpen ? 'ok' : 'offline'}>{labelOf(OpenStatus, enabled, lang)}</Status>
      </span>
      <span className={styles.soft}>
        {[
          payload.map(({ label }) => label).join('、'),
          references === 0 ? '' : t('used_by', { count: references }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>
        {systemEventActions
          .filter((action) => appliesTo(action, event))
          .map((action) => (
            <ActButton key={action.name} action={action} row={event} calm />
          ))}
      </span>
    </li>
  )
}
