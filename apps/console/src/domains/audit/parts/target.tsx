import { Link } from 'react-router'
import type { AuditRow } from '@kaibo/contract/audit/audit.schema.ts'
import { canWith, useSession } from '#client/session.ts'
import { Text } from '#kit/cell/cell.tsx'
import { placeOf } from '../audit.present.ts'

/** What was written to; a link where there is a screen that shows it and the person may open it. */
export function Target({ row }: { row: AuditRow }) {
  const session = useSession()
  const place = placeOf(row)
  if (!place || canWith(session, place.can) !== true) return <Text value={row.target} />
  return <Link to={place.to}>{row.target}</Link>
}
