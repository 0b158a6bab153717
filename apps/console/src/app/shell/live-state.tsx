import { Tooltip } from 'antd'
import { useText } from '#client/i18n.ts'
import { useLiveState } from '#client/live.ts'
import styles from './shell.module.css'

/** Whether the screen is as fresh as it looks. */
export function LiveState() {
  const t = useText('shell')
  const state = useLiveState()
  return (
    <Tooltip title={t(`live_${state}_hint`)} trigger={['hover', 'focus']}>
      {/* Its tip is for the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <output className={styles.shellLive} data-state={state} tabIndex={0}>
        {t(`live_${state}`)}
      </output>
    </Tooltip>
  )
}
