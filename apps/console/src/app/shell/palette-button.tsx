import { useEffect, useState } from 'react'
import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '#client/i18n.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette, as does Ctrl+K from anywhere. */
export function PaletteButton() {
  const t = useText('shell')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.isComposing) return
      // With caps lock on it is a capital.
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        type="text"
        icon={<SearchOutlined aria-hidden />}
        aria-label={t('palette')}
        title={`${t('palette')} (Ctrl+K)`}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Lazily onClose={() => setOpen(false)}>
          <Palette onClose={() => setOpen(false)} />
        </Lazily>
      ) : null}
    </>
  )
}
