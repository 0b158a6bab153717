import { Link } from 'react-router'
import type { PreflightItem } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import '../room.i18n.ts'
import styles from '../room.module.css'

const tones: Record<PreflightItem['level'], Tone> = {
  pass: 'ok',
  warn: 'attention',
  block: 'failed',
}

interface PreflightListProps {
  items: readonly PreflightItem[]
  onLeave: () => void
}

/** What blocks, then what to heed; what passed is behind one line. */
export function PreflightList({ items, onLeave }: PreflightListProps) {
  const t = useText('room')
  const of = (level: PreflightItem['level']) => items.filter((item) => item.level === level)
  const open = [...of('block'), ...of('warn')]
  const passed = of('pass')
  return (
    <>
      {open.length > 0 ? <Lines items={open} onLeave={onLeave} /> : null}
      {passed.length > 0 ? (
        <details className={styles.passed}>
          <summary>
            <Status tone="ok">{t('preflight_passed', { count: passed.length })}</Status>
          </summary>
          <Lines items={passed} onLeave={onLeave} />
        </details>
      ) : null}
    </>
  )
}

const Lines = ({ items, onLeave }: PreflightListProps) => (
  <ul className={styles.preflight}>
    {items.map((item) => (
      <PreflightLine key={item.check} item={item} onLeave={onLeave} />
    ))}
  </ul>
)

function PreflightLine({ item, onLeave }: { item: PreflightItem; onLeave: () => void }) {
  const t = useText('room')
  return (
    <li>
      <Status tone={tones[item.level]}>{t(`level_${item.level}`)}</Status>
      <div>
        <strong>{item.title}</strong>
        <p>{item.evidence}</p>
        {item.fix ? (
          <p>
            {item.fix.path ? (
              <Link to={item.fix.path} onClick={onLeave}>
                {item.fix.text}
              </Link>
            ) : (
              item.fix.text
            )}
          </p>
        ) : null}
      </div>
    </li>
  )
}
