import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import { useText } from '#client/i18n.ts'
import { OperandInput, type Choice } from './operand-input.tsx'
import styles from '../game.module.css'

interface OtherwiseProps {
  value: Operand
  choices: readonly Choice[]
  onChange: (value: Operand) => void
}

/** What a variable is where none of its cases or rows holds. */
export function Otherwise(props: OtherwiseProps) {
  const t = useText('game')
  return (
    <div className={styles.foot}>
      <span>{t('otherwise')}</span>
      <OperandInput label={t('otherwise')} {...props} />
    </div>
  )
}
