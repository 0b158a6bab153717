import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Status } from '#kit/status/status.tsx'
import { useMoving, type Mover } from './plan.mover.ts'
import { planText } from './plan.text.ts'
import styles from './plan.module.css'

/** Where a plan would be dropped, or with what it conflicts there: seen and read aloud before it is. */
export function MoveStatus({ mover }: { mover: Mover }) {
  const t = useText('plan')
  const lang = useLanguage()
  const moving = useMoving(mover)
  return (
    <span className={styles.moving} role="status">
      {!moving ? null : moving.clash ? (
        <Status tone="attention">{moving.clash[lang]}</Status>
      ) : (
        <>
          {t('moving', { name: moving.plan.name, when: planText(moving.moved, lang) })}
          {moving.crowd ? <Status tone="starting">{moving.crowd[lang]}</Status> : null}
        </>
      )}
    </span>
  )
}
