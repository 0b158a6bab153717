import { App, Button, type MenuProps } from 'antd'
import { EllipsisOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { bracketed, useLanguage } from '#client/language.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'
import type { Action } from './action.ts'
import { useCanAct } from './use-can-act.ts'
import { useActs } from './act-host.tsx'
import './action.i18n.ts'
import styles from './action.module.css'

interface ActMenuProps<Row> {
  actions: readonly Action<Row>[]
  row: Row
  /** The row's name, for screen readers. */
  name: string
  /** A plain button: where there are dozens at once, antd's take most of the time. */
  light?: boolean
}

type Item = NonNullable<NonNullable<MenuProps['items']>[number]>

/** The acts in the ⋯ menu; a refused one stays visible and says why. */
export function ActMenu<Row>({ actions, row, name, light = false }: ActMenuProps<Row>) {
  const t = useText('action')
  const { message } = App.useApp()
  const perform = useActs()
  const canAct = useCanAct()
  const lang = useLanguage()
  const itemOf = (action: Action<Row>): Item => {
    const can = canAct(action, row)
    const entry = { key: action.name, icon: action.icon }
    if (can === true)
      return {
        ...entry,
        danger: action.danger ?? false,
        label: action.label[lang],
        onClick: () => perform(action, row),
      }
    // Not `disabled`: the arrow keys would pass over it, and its reason would not be heard.
    return {
      ...entry,
      className: styles.refusedEntry,
      label: <span aria-disabled="true">{bracketed(action.label[lang], can[lang], lang)}</span>,
      onClick: () => void message.info(can[lang]),
    }
  }
  const label = `${t('more')} ${name}`
  return (
    <MenuButton menu={() => ({ items: actions.map(itemOf) })}>
      {light ? (
        <button type="button" className={styles.light} aria-label={label}>
          ⋯
        </button>
      ) : (
        <Button
          size="small"
          type="text"
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={label}
        />
      )}
    </MenuButton>
  )
}
