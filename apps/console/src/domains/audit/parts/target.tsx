import { Link } from 'react-router'
import type { AuditRow } from '@kaibo/contract/audit/audit.schema.ts'
import { canWith } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { Text } from '#kit/cell/cell.tsx'
import { placeOf } from '../audit.present.ts'
import styles from '../audit.module.css'

/** The record that was changed, as it was called then, with its id; a link if there is a screen for it that the person may open. */
export function Target({ row }: { row: AuditRow }) {
  const { target, target_id } = row
  return (
    <>
      <Name row={row} />
      {target_id === null || target_id === target ? null : (
        <span className={styles.targetId}>{target_id}</span>
      )}
    </>
  )
}

function Name({ row }: { row: AuditRow }) {
  const session = useSession()
  const place = placeOf(row)
  if (!place || canWith(session, place.can) !== true) return <Text value={row.target} />
  return <Link to={place.to}>{row.target}</Link>
}
