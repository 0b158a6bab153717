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
}

/** The acts in the ⋯ menu; a refused one stays visible and says why. */
export function ActMenu<Row>({ actions, row, name }: ActMenuProps<Row>) {
  const t = useText('action')
  const { message } = App.useApp()
  const perform = useActs()
  const canAct = useCanAct()
  const lang = useLanguage()
  const items: MenuProps['items'] = actions.map((action) => {
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
  })
  return (
    <MenuButton menu={{ items }}>
      <Button
        size="small"
        type="text"
        icon={<EllipsisOutlined aria-hidden />}
        aria-label={`${t('more')} ${name}`}
      />
    </MenuButton>
  )
}
