import { Button } from 'antd'
import type { Problem } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import styles from '../talk.module.css'

interface ProblemListProps {
  problems: readonly Problem[]
  onPick: (problem: Problem) => void
}

/** What is wrong with the draft; each leads to where it can be mended. */
export function ProblemList({ problems, onPick }: ProblemListProps) {
  const t = useText('talk')
  if (problems.length === 0) return null
  const count = problems.filter(({ level }) => level === 'error').length
  return (
    <div className={styles.notice}>
      {count > 0 ? <strong>{t('problems', { count })}</strong> : null}
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem.path + problem.message}>
            <Button type="link" size="small" onClick={() => onPick(problem)}>
              {problem.message}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
