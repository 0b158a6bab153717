import { Button } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useCan } from '#client/session.ts'
import type { Creation } from '#kit/action/action.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { NEW, useFormAddress } from '#kit/form/form-address.ts'

/** The one primary act of a list's page; without the right it stays and says why. */
export function CreateButton({ creation: { label, right } }: { creation: Creation }) {
  const may = useCan(right)
  const { open } = useFormAddress()
  const face = { type: 'primary', icon: <PlusOutlined aria-hidden />, children: label() } as const
  if (may === true) return <Button {...face} onClick={() => open(NEW)} />
  return <RefusedButton {...face} reason={may} missing={right} />
}
