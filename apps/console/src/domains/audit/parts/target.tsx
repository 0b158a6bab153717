import { Link } from 'react-router'
import type { AuditRow } from '@kaibo/contract/audit/audit.schema.ts'
import { canWith, useSession } from '#client/session.ts'
import { Text } from '#kit/cell/cell.tsx'
import { placeOf } from '../audit.present.ts'

/** The record that was changed; a link if there is a screen for it that the person may open. */
export function Target({ row }: { row: AuditRow }) {
  const session = useSession()
  const place = placeOf(row)
  if (!place || canWith(session, place.can) !== true) return <Text value={row.target} />
  return <Link to={place.to}>{row.target}</Link>
}
