import { useMemo } from 'react'
import { App, Checkbox } from 'antd'
import { actWords } from '@kaibo/contract/facts/acts.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { domainWords, rightWords } from '@kaibo/contract/facts/domains.ts'
import { rightSentence } from '@kaibo/contract/facts/rights.ts'
import { useText } from '#client/i18n.ts'
import { listed, useLanguage } from '#client/language.ts'
import { useSession } from '#client/session.ts'
import {
  branchesOf,
  dependents,
  menuLabel,
  ticked,
  unticked,
  type Rights,
} from '../group.present.ts'
import '../group.i18n.ts'
import styles from './rights-tree.module.css'
import textStyles from '#kit/text/text.module.css'

interface RightsTreeProps {
  id?: string
  value?: Rights
  onChange?: (value: Rights) => void
}

/** Menu entries and actions by domain as one tree. Ticking also ticks what is required; unticking asks before it removes what depends on it. */
export function RightsTree({ id, value = NOTHING, onChange }: RightsTreeProps) {
  const t = useText('group')
  const lang = useLanguage()
  const { modal } = App.useApp()
  const held = useSession().actions
  // My own rights, and the group's other ones: those can only be removed, and are then no longer offered.
  const all = useMemo(
    () => [...new Set([...(held ?? []), ...value.actions])].sort(),
    [held, value.actions],
  )
  const label = (what: string) =>
    what.includes('.') && all.includes(what) ? rightWords(what)[lang] : menuLabel(what, lang)

  const change = (what: string, on: boolean) => {
    if (on) return onChange?.(ticked(value, what, all))
    const others = dependents(value, what, all)
    const go = () => onChange?.(unticked(value, what, all))
    if (others.length === 0) return go()
    void modal.confirm({
      title: t('needed_by', { what: label(what), others: listed(others.map(label), lang) }),
      width: WIDTH.confirm,
      okText: t('take_all'),
      onOk: go,
    })
  }
  const box = (what: string, text: string, on: boolean) => (
    <Checkbox key={what} checked={on} onChange={(event) => change(what, event.target.checked)}>
      {text}
    </Checkbox>
  )

  return (
    <div id={id} className={styles.rights} role="group" aria-label={t('tree')}>
      <p className={textStyles.meta} role="status">
        {t('tree_sum', { menus: value.menus.length, actions: value.actions.length })}
      </p>
      {branchesOf(all).map(({ domain, menus, actions }) => (
        <fieldset key={domain}>
          <legend>{domainWords(domain)[lang]}</legend>
          {menus.map((one) =>
            box(one, t('menu_entry', { name: menuLabel(one, lang) }), value.menus.includes(one)),
          )}
          {actions.map((one) => (
            <div key={one} className={styles.right}>
              {box(one, actWords(one)[lang], value.actions.includes(one))}
              <span className={textStyles.meta}>{rightSentence(one)?.[lang]}</span>
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  )
}

const NOTHING: Rights = { menus: [], actions: [] }
