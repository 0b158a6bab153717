import { Tooltip } from 'antd'
import { useText } from '#client/i18n.ts'
import { useLiveState } from '#client/live.ts'
import styles from './shell.module.css'

/** Shows whether live updates are connected. */
export function LiveState() {
  const t = useText('shell')
  const state = useLiveState()
  return (
    <Tooltip title={t(`live_${state}_hint`)} trigger={['hover', 'focus']}>
      {/* Focusable, so that its tooltip can be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <output className={styles.shellLive} data-state={state} tabIndex={0}>
        {t(`live_${state}`)}
      </output>
    </Tooltip>
  )
}
