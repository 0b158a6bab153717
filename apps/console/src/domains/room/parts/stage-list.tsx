import { useText } from '#client/i18n.ts'
import { Status } from '#kit/status/status.tsx'
import styles from '../room.module.css'

const STAGES = ['preflight', 'desired', 'starting', 'living'] as const
export type StageName = (typeof STAGES)[number]

export const isStage = (value: unknown): value is StageName =>
  STAGES.some((stage) => stage === value)

/** How far a start has come. */
export function StageList({ current }: { current: StageName }) {
  const t = useText('room')
  const reached = STAGES.indexOf(current)
  return (
    <ol className={styles.stages} aria-live="polite">
      {STAGES.map((stage, i) => (
        <li key={stage} aria-current={i === reached ? 'step' : undefined}>
          <Status tone={i < reached ? 'ok' : i === reached ? 'starting' : 'idle'}>
            {t(`stage_${stage}`)}
          </Status>
        </li>
      ))}
    </ol>
  )
}
