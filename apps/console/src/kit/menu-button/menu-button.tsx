import { cloneElement, useState, type ReactElement } from 'react'
import { Dropdown, type ButtonProps, type DropDownProps } from 'antd'

type Menu = NonNullable<DropDownProps['menu']>

interface MenuButtonProps extends Pick<DropDownProps, 'placement' | 'autoFocus' | 'onOpenChange'> {
  /** As a function it is put together when it is opened. */
  menu: Menu | (() => Menu)
  children: ReactElement<Pick<ButtonProps, 'onClick' | 'autoFocus' | 'aria-haspopup'>>
}

/** A button that opens a menu. antd's Dropdown is mounted on the first press only: a page has dozens of these buttons. */
export function MenuButton({ menu, children, onOpenChange, ...rest }: MenuButtonProps) {
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(true)
  if (!used) {
    return cloneElement(children, { onClick: () => setUsed(true), 'aria-haspopup': 'menu' })
  }
  const made = typeof menu === 'function' ? menu() : menu
  return (
    <Dropdown
      {...rest}
      menu={{
        ...made,
        onClick(entry) {
          // The same Enter would go on to what has the focus now: to the close button of a dialog that it has just opened
          if (entry.domEvent.type === 'keydown') entry.domEvent.preventDefault()
          made.onClick?.(entry)
        },
      }}
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
