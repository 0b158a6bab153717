import { createContext, use, useState, type ComponentType } from 'react'
import { Button } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { Lazily } from '#kit/panel/lazily.tsx'

/** A dialog that adds a record and reports its id, so that a form can offer to add a missing option without knowing that domain. */
export type AdderDialog = ComponentType<{ onAdded: (id: string) => void; onClose: () => void }>

const Adders = createContext<Readonly<Record<string, AdderDialog>>>({})

/** The shell provides the records that this person may add from a form. */
export const AdderProvider = Adders

interface AddButtonProps {
  /** The record's name in the shell's table. */
  of: string
  label: string
  onAdded: (id: string) => void
  /** Else a link, as it stands in a form's help. */
  face?: 'button'
}

export function AddButton({ of, label, onAdded, face }: AddButtonProps) {
  const Dialog = use(Adders)[of]
  const [open, setOpen] = useState(false)
  if (!Dialog) return null
  return (
    <>
      <Button
        {...(face === undefined && { type: 'link', size: 'small' })}
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open ? (
        <Lazily onClose={() => setOpen(false)}>
          <Dialog onAdded={onAdded} onClose={() => setOpen(false)} />
        </Lazily>
      ) : null}
    </>
  )
}
