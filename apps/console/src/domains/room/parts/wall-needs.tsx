import { RoomNeed } from '@kaibo/contract/room/room.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import type { useWallView } from '../room.wall.view.ts'
import styles from './wall-needs.module.css'

/** So many rooms are read one by one; of more it is said what they need a person for. */
const A_FEW = 5

/** Where many rooms need a person at once: for what, and how many each. One that is pressed shows those alone. */
export function WallNeeds({ view }: { view: ReturnType<typeof useWallView> }) {
  const t = useText('wall')
  const lang = useLanguage()
  const { needs, toggleNeed, values } = view
  const sum = needs.reduce((all, { count }) => all + count, 0)
  if (sum <= A_FEW && values.need === undefined) return null
  return (
    <div role="group" aria-label={t('need')} className={styles.needs}>
      {needs.map(({ need, count }) => (
        <button
          key={need}
          type="button"
          aria-pressed={values.need === need}
          onClick={() => toggleNeed(need)}
        >
          {labelOf(RoomNeed, need, lang)} <strong>{count}</strong>
        </button>
      ))}
    </div>
  )
}
