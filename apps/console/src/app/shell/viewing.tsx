import { Button } from 'antd'
import { EyeOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { currentEyes, lookThrough } from '#client/view-as.ts'

/** Says whose eyes this tab looks through, on every page, and how to stop. */
export function Viewing() {
  const t = useText('shell')
  const eyes = currentEyes()
  if (!eyes) return null
  return (
    <div className="shell-note">
      <EyeOutlined aria-hidden /> {t('viewing', { name: eyes.name })}
      <Button size="small" onClick={() => lookThrough(undefined)}>
        {t('viewing_stop')}
      </Button>
    </div>
  )
}
