import type { AuditRow, Change } from '@kaibo/contract/audit/audit.schema.ts'
import { useText } from '#client/i18n.ts'
import { EmptyCell } from '#kit/cell/cell.tsx'
import { itemsOf, valueOf } from '#kit/history/change-text.ts'
import '../audit.i18n.ts'
import styles from '../audit.module.css'
import textStyles from '#kit/text/text.module.css'

type Side = 'before' | 'after'

/** The changed fields, before and after; one column if there is only one side. */
export function Changes({ row }: { row: AuditRow }) {
  const t = useText('audit')
  const { changes, changes_of } = row
  const sides = (['before', 'after'] as const).filter((side) =>
    changes.some((change) => change[side] !== null),
  )
  if (changes.length === 0 && changes_of === 'input') return null
  const isNew = sides.length === 1 && sides[0] === 'after'
  const heading =
    changes_of === 'input'
      ? t('given')
      : isNew
        ? t('made')
        : t(sides.length === 1 ? 'removed' : 'changed')
  return (
    <section className={styles.changes}>
      <h3>{heading}</h3>
      {changes.length === 0 ? (
        <p className={textStyles.meta}>{t('unchanged')}</p>
      ) : (
        <ChangeTable changes={changes} sides={sides} />
      )}
    </section>
  )
}

function ChangeTable({ changes, sides }: { changes: readonly Change[]; sides: readonly Side[] }) {
  const t = useText('audit')
  const alone = sides.length === 1
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {t(alone ? 'value' : side)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">{change.label}</th>
            {sides.map((side) => (
              <td
                key={side}
                className={alone ? '' : sideClass(side, change[side])}
                data-side={t(side)}
              >
                <SideOf change={change} side={side} plain={alone} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const TONES: Record<Side, string | undefined> = {
  before: styles.changesBefore,
  after: styles.changesAfter,
}

const sideClass = (side: Side, value: string | null) =>
  value === null ? styles.changesSide : `${styles.changesSide} ${TONES[side]}`

/** A + or − before an item of a set, so that it does not depend on colour alone. */
function SideOf({ change, side, plain }: { change: Change; side: Side; plain: boolean }) {
  const t = useText('audit')
  const value = change[side]
  if (value === null) return <EmptyCell />
  if (change.kind !== 'set') return <>{valueOf(change, value)}</>
  return (
    <ul>
      {itemsOf(value).map((item) => (
        <li
          key={item}
          aria-label={plain ? item : t(side === 'before' ? 'taken_out' : 'put_in', { value: item })}
        >
          {plain ? '' : side === 'before' ? '− ' : '+ '}
          {item}
        </li>
      ))}
    </ul>
  )
}
