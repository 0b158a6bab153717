import { useState } from 'react'
import { Button } from 'antd'
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { copyText } from '#client/clipboard.ts'
import { useText } from '#client/i18n.ts'
import './cell.i18n.ts'
import styles from './cell.module.css'

interface CopyLineProps {
  label: string
  text: string
}

/** A command or key with a button that copies it. */
export function CopyLine({ label, text }: CopyLineProps) {
  const t = useText('cell')
  // Undefined until the button is pressed.
  const [done, setDone] = useState<boolean>()
  return (
    <div className={styles.copyLine}>
      <span>{label}</span>
      <code>{text}</code>
      <Button
        size="small"
        icon={done ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        aria-label={`${t('copy')} ${label}`}
        onClick={() => void copyText(text).then(setDone)}
      >
        {t(done ? 'copied' : 'copy')}
      </Button>
      {done === false ? <p role="alert">{t('failed')}</p> : null}
    </div>
  )
}
