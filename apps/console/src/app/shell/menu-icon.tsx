import {
  AppstoreOutlined,
  ShopOutlined,
  VideoCameraOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { useSyncExternalStore, type ComponentType } from 'react'

interface IconProps {
  /** antd's menu sets a class on its icons. */
  className?: string
  'aria-hidden'?: boolean
}

/** The icons that `facts/menu.ts` names. */
const BUNDLED: Record<string, ComponentType<IconProps>> = {
  room: VideoCameraOutlined,
  income: WalletOutlined,
  studio: ShopOutlined,
}

/** An entry's icon: the administrator's, where their script (docs/operations.md) has brought one, else ours. */
export function MenuIcon({ name, className = '' }: IconProps & { name: string }) {
  const id = `icon-${name}`
  const isThere = useSyncExternalStore(onSprite, () => document.getElementById(id) !== null)
  const Bundled = BUNDLED[name] ?? AppstoreOutlined
  if (!isThere) return <Bundled className={className} aria-hidden />
  return (
    <span className={`anticon ${className}`} aria-hidden>
      <svg width="1em" height="1em" fill="currentColor">
        <use href={`#${id}`} />
      </svg>
    </span>
  )
}

/** The administrator's script adds its sprite to the body after the page has loaded. */
function onSprite(changed: () => void): () => void {
  if (!document.querySelector('script[data-icons]')) return () => {}
  const observer = new MutationObserver(changed)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}
