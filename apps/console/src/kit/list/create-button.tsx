import { Button } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { useCan } from '#client/rights.ts'
import { useSpeak } from '#client/language.ts'
import type { Creation } from '#kit/action/action.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { useOffline } from '#kit/action/use-can-act.ts'
import { NEW, useFormAddress } from '#kit/form/form-address.ts'

/** The one primary act of a list's page; without the right it stays and says why. */
export function CreateButton({ creation: { label, right } }: { creation: Creation }) {
  const may = useCan(right)
  const speak = useSpeak()
  const offline = useOffline()
  const { open } = useFormAddress()
  const face = {
    type: 'primary',
    icon: <PlusOutlined aria-hidden />,
    children: speak(label),
  } as const
  if (offline) return <RefusedButton {...face} reason={speak(offline)} />
  if (may === true) return <Button {...face} onClick={() => open(NEW)} />
  return <RefusedButton {...face} reason={speak(may)} missing={right} />
}
