import { DownOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { MenuIcon } from './menu-icon.tsx'
import styles from './sider.module.css'

interface SiderTreeProps {
  nodes: readonly MenuNode[]
  /** The entry of the page that shows. */
  chosen: string | undefined
  onPick: (() => void) | undefined
}

/** Areas with their pages below them. What was not closed by hand is open, also when it comes later. */
export function SiderTree({ nodes, chosen, onPick }: SiderTreeProps) {
  const [closed, setClosed] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setClosed(closed.includes(id) ? closed.filter((one) => one !== id) : [...closed, id])

  const page = ({ id, name, path }: MenuNode, icon?: string) => (
    <Link
      to={path}
      className={styles.entry}
      aria-current={id === chosen ? 'page' : undefined}
      onClick={onPick}
    >
      {icon === undefined ? null : <MenuIcon name={icon} />}
      <span className={styles.name}>{name}</span>
    </Link>
  )
  return (
    <ul className={styles.list}>
      {nodes.map((area) => {
        if (area.children.length === 0) return <li key={area.id}>{page(area, area.icon)}</li>
        const isOpen = !closed.includes(area.id)
        return (
          <li key={area.id}>
            <button
              type="button"
              className={styles.entry}
              aria-expanded={isOpen}
              onClick={() => toggle(area.id)}
            >
              <MenuIcon name={area.icon} />
              <span className={styles.name}>{area.name}</span>
              <DownOutlined className={styles.arrow} aria-hidden />
            </button>
            {isOpen ? (
              <ul className={styles.list}>
                {area.children.map((node) => (
                  <li key={node.id}>{page(node)}</li>
                ))}
              </ul>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
