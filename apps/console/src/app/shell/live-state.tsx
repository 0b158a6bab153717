import { Tooltip } from 'antd'
import { useText } from '#client/i18n.ts'
import { useLiveState } from '#client/live.ts'

/** Whether the screen is as fresh as it looks. */
export function LiveState() {
  const t = useText('shell')
  const state = useLiveState()
  const hint = state === 'lost' ? t('live_lost_hint') : t('live_open_hint')
  return (
    <Tooltip title={hint}>
      <output className="shell-live" data-state={state}>
        {t(`live_${state}`)}
      </output>
    </Tooltip>
  )
}
