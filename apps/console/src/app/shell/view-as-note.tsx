import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { Button } from 'antd'
import { EyeOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { currentViewAs, viewAs } from '#client/view-as.ts'
import styles from './shell.module.css'

/** Says on every page as which group this tab views, and how to stop. */
export function ViewAsNote() {
  const t = useText('shell')
  const lang = useLanguage()
  const group = currentViewAs()
  if (!group) return null
  return (
    <div className={styles.shellNote}>
      <EyeOutlined aria-hidden /> {t('view_as', { name: groupWords(group)[lang] })}
      <Button size="small" onClick={() => viewAs(undefined)}>
        {t('view_as_stop')}
      </Button>
    </div>
  )
}
