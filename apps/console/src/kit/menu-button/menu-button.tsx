import { cloneElement, useState, type ReactElement } from 'react'
import { Dropdown, type ButtonProps, type DropDownProps } from 'antd'

interface MenuButtonProps extends Pick<
  DropDownProps,
  'menu' | 'placement' | 'autoFocus' | 'onOpenChange'
> {
  children: ReactElement<ButtonProps>
}

/** A button that opens a menu. antd's Dropdown is mounted on the first press only: a page has dozens of these buttons. */
export function MenuButton({ children, onOpenChange, ...rest }: MenuButtonProps) {
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(true)
  if (!used) {
    return cloneElement(children, { onClick: () => setUsed(true), 'aria-haspopup': 'menu' })
  }
  return (
    <Dropdown
      {...rest}
      trigger={['click']}
      open={open}
      onOpenChange={(next, info) => {
        setOpen(next)
        onOpenChange?.(next, info)
      }}
    >
      {/* Replaces the pressed button and takes its focus. */}
      {cloneElement(children, { autoFocus: true, 'aria-haspopup': 'menu' })}
    </Dropdown>
  )
}
