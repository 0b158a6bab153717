import { useState } from 'react'
import { ImportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { assetApi } from '@kaibo/contract/asset/asset.api.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { useSpeak } from '#client/language.ts'
import { canWith } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { lazily } from '#kit/panel/lazily.tsx'

const ImportDialog = lazily(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Opens the import of many sounds at once. */
export function ImportButton({ kind }: { kind: 'audio' | 'sound' }) {
  const speak = useSpeak()
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (canWith(session, assetApi.importMusic.can) !== true) return null
  return (
    <>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpen(true)} data-screen>
        {speak(words('按表格导入', 'Import by a sheet'))}
      </Button>
      {isOpen ? <ImportDialog kind={kind} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
