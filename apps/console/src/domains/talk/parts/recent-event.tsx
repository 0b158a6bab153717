import { Select } from 'antd'
import { eventLabel } from '@kaibo/contract/talk/sentence.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useRecentTriggers, type RecentTrigger } from '#entities/room/recent-triggers.ts'
import { secondText } from '#kit/cell/business-time.ts'
import { useKnown } from '../talk.known.ts'
import { PanelLine } from './panel-line.tsx'
import '../talk-try.i18n.ts'
import styles from './try.module.css'

interface RecentEventProps {
  room_code: string
  onPick: (chosen: RecentTrigger) => void
}

/** What really happened lately in a room, to be chosen from. */
export function RecentEvent({ room_code, onPick }: RecentEventProps) {
  const t = useText('talk_try')
  const lang = useLanguage()
  const known = useKnown()
  const recent = useRecentTriggers(room_code).filter(({ event_key }) => known.events.has(event_key))
  return (
    <PanelLine label={t('recent')}>
      {(id) => (
        <Select
          id={id}
          className={styles.grow}
          placeholder={t('recent_pick')}
          notFoundContent={t('recent_none')}
          value={null}
          options={recent.map(({ event_id, at, event_key, vars }) => ({
            value: event_id,
            label: [secondText(at), vars['ev.user.name'], eventLabel(event_key, lang, known)]
              .filter((part) => part !== undefined)
              .join(' '),
          }))}
          onChange={(event_id: string | null) => {
            const chosen = recent.find((one) => one.event_id === event_id)
            if (chosen) onPick(chosen)
          }}
        />
      )}
    </PanelLine>
  )
}
