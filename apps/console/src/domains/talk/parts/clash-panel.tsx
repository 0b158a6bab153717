import { Button } from 'antd'
import { useId } from 'react'
import { sentenceOf } from '@kaibo/contract/talk/sentence.ts'
import type { RuleNode } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { joined, useLanguage } from '#client/language.ts'
import { useKnown } from '../talk.known.ts'
import type { Conflict } from '../talk.editing.ts'
import type { Side } from '../talk.rebase.ts'
import '../talk.i18n.ts'
import styles from '../talk.module.css'

interface ClashPanelProps {
  conflict: Conflict
  onChoose: (id: string, side: Side) => void
  onSettle: () => void
}

/** The rules that two people changed at once: mine or theirs. All else was put together already. */
export function ClashPanel({ conflict, onChoose, onSettle }: ClashPanelProps) {
  const t = useText('talk')
  const lang = useLanguage()
  const known = useKnown()
  const group = useId()
  const said = (node: RuleNode | undefined) =>
    node ? sentenceOf(node, { heard: [] }, lang, known) : t('clash_gone')
  return (
    <section role="alert" aria-label={t('clash_title')} className={styles.failed}>
      <strong>{t('clash_title')}</strong>
      <p>{conflict.message}</p>
      {conflict.clashes.map(({ id, name, mine, theirs }) => (
        <fieldset key={id} className={styles.clash}>
          <legend>{name}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={`${group}${id}`}
                checked={(conflict.sides.get(id) ?? 'mine') === side}
                onChange={() => onChoose(id, side)}
              />{' '}
              {joined('：', [t(side), said(side === 'mine' ? mine : theirs)], lang)}
            </label>
          ))}
        </fieldset>
      ))}
      <Button type="primary" onClick={onSettle}>
        {t('clash_settle')}
      </Button>
    </section>
  )
}
