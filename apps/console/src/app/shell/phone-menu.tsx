import { Drawer } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { Sider } from './sider.tsx'

interface Props {
  open: boolean
  onClose: () => void
}

/** The menu on a phone; loaded when needed. */
export function PhoneMenu({ open, onClose }: Props) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={WIDTH.sider + WIDTH.siderCollapsed}
      title="开播 Kaibo"
      styles={{ body: { padding: 0 } }}
    >
      <Sider collapsed={false} onPick={onClose} />
    </Drawer>
  )
}
