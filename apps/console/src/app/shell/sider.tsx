import { Button, Skeleton } from 'antd'
import { useLocation } from 'react-router'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { chosenId } from './menu.ts'
import { SiderIcons } from './sider-icons.tsx'
import { SiderTree } from './sider-tree.tsx'
import styles from './sider.module.css'
import textStyles from '#kit/text/text.module.css'

interface Props {
  collapsed: boolean
  /** A page was chosen. */
  onPick?: () => void
}

/** The menu that the server grants, in two levels. Our own markup: antd's menu took a tenth of the first rendering. */
export function Sider({ collapsed, onPick }: Props) {
  const t = useText('shell')
  const { pathname } = useLocation()
  const { data, error, refetch } = useCall(authApi.menus, {})

  if (!data && error)
    return (
      <div className={styles.problem}>
        <p>{t('menuFailed')}</p>
        <p className={textStyles.meta}>{error.message}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  if (!data) return <Skeleton className={styles.problem} active title={false} />

  const chosen = chosenId(pathname)
  return (
    <nav aria-label={t('menu')} className={styles.menu}>
      {collapsed ? (
        <SiderIcons nodes={data.list} chosen={chosen} />
      ) : (
        <SiderTree nodes={data.list} chosen={chosen} onPick={onPick} />
      )}
    </nav>
  )
}
