import { Button, Menu, Skeleton, type MenuProps } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { MenuIcon } from './menu-icon.tsx'
import { chosenId } from './menu.ts'
import styles from './shell.module.css'
import textStyles from '#kit/text/text.module.css'

interface Props {
  collapsed: boolean
  /** A page was chosen. */
  onPick?: () => void
}

/** The menu that the server grants, in two levels. */
export function Sider({ collapsed, onPick }: Props) {
  const t = useText('shell')
  const { pathname } = useLocation()
  const { data, error, refetch } = useCall(authApi.menus, {})
  const [closed, setClosed] = useState<readonly string[]>([])

  if (!data && error)
    return (
      <div className={styles.shellMenuProblem}>
        <p>{t('menuFailed')}</p>
        <p className={textStyles.meta}>{error.message}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  if (!data) return <Skeleton className={styles.shellMenuProblem} active title={false} />

  const areas = data.list.map((node) => node.id)
  // What was not closed by hand is open, also when it comes later.
  const open = collapsed
    ? {}
    : {
        openKeys: areas.filter((id) => !closed.includes(id)),
        onOpenChange: (ids: string[]) => setClosed(areas.filter((id) => !ids.includes(id))),
      }
  const chosen = chosenId(pathname)
  return (
    <nav aria-label={t('menu')} className={styles.shellMenu}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        items={data.list.map((node) => itemOf(node))}
        selectedKeys={chosen ? [chosen] : []}
        onClick={onPick}
        {...open}
      />
    </nav>
  )
}

type Item = NonNullable<MenuProps['items']>[number]

function itemOf(node: MenuNode): Item {
  const icon = <MenuIcon name={node.icon} />
  if (node.children.length === 0) return { ...leafOf(node), icon }
  return { key: node.id, icon, label: node.name, children: node.children.map(leafOf) }
}

const leafOf = ({ id, name, path }: MenuNode) => ({
  key: id,
  label: <Link to={path}>{name}</Link>,
  title: name,
})
