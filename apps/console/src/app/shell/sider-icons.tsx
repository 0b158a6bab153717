import { Link } from 'react-router'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { MenuButton } from '#kit/menu-button/menu-button.tsx'
import { MenuIcon } from './menu-icon.tsx'
import styles from './sider.module.css'

interface SiderIconsProps {
  nodes: readonly MenuNode[]
  /** The entry of the page that shows. */
  chosen: string | undefined
}

/** The menu of a narrow sider: an icon for each area, which opens its pages. */
export const SiderIcons = ({ nodes, chosen }: SiderIconsProps) => (
  <ul className={styles.list}>
    {nodes.map((area) => (
      <li key={area.id}>
        {area.children.length === 0 ? (
          <Link
            to={area.path}
            className={styles.icon}
            title={area.name}
            aria-label={area.name}
            aria-current={area.id === chosen ? 'page' : undefined}
          >
            <MenuIcon name={area.icon} />
          </Link>
        ) : (
          <MenuButton
            placement="rightTop"
            menu={{
              selectedKeys: chosen === undefined ? [] : [chosen],
              items: area.children.map(({ id, name, path }) => ({
                key: id,
                label: <Link to={path}>{name}</Link>,
              })),
            }}
          >
            <button
              type="button"
              className={styles.icon}
              title={area.name}
              aria-label={area.name}
              data-chosen={area.children.some(({ id }) => id === chosen) || undefined}
            >
              <MenuIcon name={area.icon} />
            </button>
          </MenuButton>
        )}
      </li>
    ))}
  </ul>
)
