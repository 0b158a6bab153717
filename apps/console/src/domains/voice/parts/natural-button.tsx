import { useState } from 'react'
import { CustomerServiceOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { ResourceRow } from '@kaibo/contract/voice/voice.resource.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCan } from '#client/rights.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import '../voice.i18n.ts'

const NaturalForm = lazily(async () => (await import('../forms/natural.form.tsx')).NaturalForm)

const LicenceDialog = lazily(async () => (await import('./licence-dialog.tsx')).LicenceDialog)

/** Adds a voice that speaks without a cloud, by a model that whoever presses it has, and shows its licence. */
export function NaturalButton() {
  const say = useText('voice')
  const speak = useSpeak()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<ResourceRow>()
  const { can } = voiceApi.addNatural
  const may = useCan(can)
  const face = { icon: <CustomerServiceOutlined aria-hidden />, children: say('add_natural') }
  if (may !== true) return <RefusedButton {...face} reason={speak(may)} missing={can} />
  return (
    <>
      <Button {...face} onClick={() => setAdding(true)} />
      {isAdding ? (
        <NaturalForm
          onClose={() => setAdding(false)}
          onSaved={(row) => {
            setAdding(false)
            setAdded(row)
          }}
        />
      ) : null}
      {added ? <LicenceDialog row={added} onClose={() => setAdded(undefined)} /> : null}
    </>
  )
}
