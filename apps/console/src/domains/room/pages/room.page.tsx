import { Segmented } from 'antd'
import { Link, useParams } from 'react-router'
import * as z from 'zod/mini'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { FormHost } from '#kit/form/form-host.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { paths } from '#kit/address/paths.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'
import { accountText } from '#entities/room/live-account.ts'
import { RoomLogs } from '../parts/room-logs.tsx'
import { RoomSide } from '../parts/room-side.tsx'
import { RoomState } from '../parts/room-state.tsx'
import { RoomTalk } from '../parts/room-talk.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { editRoom } from '../room.actions.tsx'
import { useRoom } from '../room.queries.ts'
import { stopText } from '../room.stop.ts'
import '../room.i18n.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'
import textStyles from '#kit/text/text.module.css'

// Loaded when it is looked at.
const PlanCalendar = lazily(
  async () => (await import('#entities/plan/plan-calendar.tsx')).PlanCalendar,
)

const PARTS = ['console', 'plan', 'logs'] as const
type PartName = (typeof PARTS)[number]
const PageState = z.object({ part: z._default(z.enum(PARTS), 'console') })

export default function RoomPage() {
  const { room_code = '' } = useParams()
  return (
    <ActHost key={room_code}>
      <Room room_code={room_code} />
    </ActHost>
  )
}

/** One room at its own address: what an operator works in for hours, and what its rules decided. */
function Room({ room_code }: { room_code: string }) {
  const t = useText('room_page')
  const words = useText('room')
  const speak = useSpeak()
  const [{ part }, change] = useUrlState(PageState)
  const query = useRoom(room_code)
  const room = query.data
  // One that cannot be had is called by its code: several such tabs would read alike.
  useRecordTitle(room?.name ?? (query.error ? room_code : undefined))
  return (
    <>
      <PageHead title={room?.name ?? room_code} count={room ? <Head room={room} /> : undefined}>
        <Link to={paths.roomScene(room_code)}>{t('scene')}</Link>
        <Link to={paths.roomRules(room_code)}>{speak(nouns.ruleSet)}</Link>
        <Segmented<PartName>
          aria-label={t('part')}
          value={part}
          onChange={(next) => change({ part: next })}
          options={PARTS.map((value) => ({ value, label: t(`part_${value}`) }))}
        />
      </PageHead>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={room !== undefined && !query.error?.notFound}
        onRetry={() => void query.refetch()}
        right={roomApi.info.can}
      >
        {room && part === 'console' ? (
          <div className={`${styles.room} ${styles.page}`}>
            <RoomSide room={room} />
            <div className={styles.main}>
              <Timeline room_code={room_code} prefix="moments." />
            </div>
            <RoomTalk room={room} />
          </div>
        ) : null}
        {room && part === 'plan' ? (
          <Lazily>
            <PlanCalendar room_code={room_code} />
          </Lazily>
        ) : null}
        {room && part === 'logs' ? <RoomLogs room_code={room_code} /> : null}
      </Panel>
      {/* The calendar opens forms of its own. */}
      {part === 'plan' ? null : (
        <FormHost
          edit={editRoom}
          what={words('what')}
          rows={room ? [room] : []}
          endpoint={roomApi.info}
          find={(code) => ({ room_code: code })}
          rowIn={(found) => found}
        />
      )}
    </>
  )
}

function Head({ room }: { room: RoomRow }) {
  const lang = useLanguage()
  return (
    <span className={styles.pageState}>
      <RoomState room={room} solid />
      <span className={textStyles.meta}>
        {[accountText(room.account, lang), room.pc?.name, stopText(room.stop)?.[lang]]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}
