import { Link, useParams } from 'react-router'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { useSpeak } from '#client/language.ts'
import { PlanCalendar } from '#entities/plan/plan-calendar.tsx'
import { useCalendar } from '#entities/plan/use-calendar.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { paths } from '#kit/address/paths.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { useRecordTitle } from '#kit/title/record-title.ts'

export default function DigitalPlanPage() {
  const { room_code = '' } = useParams()
  return (
    <ActHost key={room_code}>
      <Plans room_code={room_code} />
    </ActHost>
  )
}

/** When a room, those beside it or all of them start by themselves. */
function Plans({ room_code }: { room_code: string }) {
  const speak = useSpeak()
  const { own } = useCalendar(room_code)
  const name = own.data?.rooms.find((room) => room.room_code === room_code)?.name
  useRecordTitle(name)
  return (
    <>
      <PageHead title={speak(nouns.plan)} count={name ?? room_code}>
        <Link to={paths.room(room_code)}>{speak(nouns.room)}</Link>
      </PageHead>
      <PlanCalendar room_code={room_code} />
    </>
  )
}
