import { Button } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useCan } from '#client/session.ts'
import type { Creation } from '#kit/action/action.ts'
import { NEW, useFormAddress } from '#kit/form/form-address.ts'
import { RefusedTip } from '#kit/why/why.tsx'
import '#kit/action/action.css'

/** The one primary act of a list's page; without the right it stays and says why. */
export function CreateButton({ creation: { label, right } }: { creation: Creation }) {
  const may = useCan(right)
  const { open } = useFormAddress()
  const face = { type: 'primary', icon: <PlusOutlined aria-hidden />, children: label() } as const
  if (may === true) return <Button {...face} onClick={() => open(NEW)} />
  return (
    <RefusedTip reason={may} missing={right}>
      {(ask) => <Button {...face} className="act-refused" aria-disabled onClick={ask} />}
    </RefusedTip>
  )
}
