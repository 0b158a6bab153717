import { Suspense, useState } from 'react'
import { Button, Tooltip } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useCan } from '#client/session.ts'
import type { Creation } from '#kit/action/action.ts'
import '#kit/action/action.css'

/** The one primary act of a list's page; without the right it stays and says why. */
export function CreateButton({ creation }: { creation: Creation }) {
  const { label, right, Dialog } = creation
  const may = useCan(right)
  const [open, setOpen] = useState(false)
  const button = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      className={may === true ? '' : 'act-refused'}
      aria-disabled={may !== true}
      onClick={() => {
        if (may === true) setOpen(true)
      }}
    >
      {label()}
    </Button>
  )
  return (
    <>
      {may === true ? (
        button
      ) : (
        <Tooltip title={may} trigger={['hover', 'focus']}>
          {button}
        </Tooltip>
      )}
      <Suspense>{open ? <Dialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}
