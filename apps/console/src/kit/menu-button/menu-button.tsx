import { cloneElement, useState, type ReactElement } from 'react'
import { Dropdown, type ButtonProps, type DropDownProps } from 'antd'

interface MenuButtonProps extends Pick<
  DropDownProps,
  'menu' | 'placement' | 'autoFocus' | 'onOpenChange'
> {
  children: ReactElement<ButtonProps>
}

/** A button that opens a menu. Until it is pressed for the first time it is a button and nothing else: a page has dozens. */
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
      {/* It takes the place of the one that was pressed, and its focus. */}
      {cloneElement(children, { autoFocus: true, 'aria-haspopup': 'menu' })}
    </Dropdown>
  )
}
