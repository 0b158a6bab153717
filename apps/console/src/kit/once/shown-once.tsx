import { useState } from 'react'
import { Button, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { useUnsaved } from '#kit/form/leave-guard.tsx'
import { standOver } from './once-host.tsx'
import textStyles from '#kit/text/text.module.css'

interface Once {
  title: string
  hint: string
  lines: readonly { label: string; text: string }[]
  /** The button's text. */
  done: string
  width?: number
}

/** Shows what the server tells only once: a new password, a secret, recovery codes. Only its button closes the dialog. */
export const showOnce = (once: Once): void =>
  standOver((onGone) => <ShownOnce {...once} onGone={onGone} />)

interface ShownOnceProps extends Once {
  onGone: () => void
}

function ShownOnce({ title, hint, lines, done, width = WIDTH.modal, onGone }: ShownOnceProps) {
  const [open, setOpen] = useState(true)
  useUnsaved(open, false)
  return (
    <Modal
      open={open}
      title={title}
      width={width}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={onGone}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {done}
        </Button>
      }
    >
      <p className={textStyles.hint}>{hint}</p>
      {lines.map(({ label, text }) => (
        <CopyLine key={label} label={label} text={text} />
      ))}
    </Modal>
  )
}
