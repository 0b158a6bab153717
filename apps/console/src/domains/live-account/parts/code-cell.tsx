import { useState } from 'react'
import { Button } from 'antd'
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import type { SmsRow } from '@kaibo/contract/live-account/sms.schema.ts'
import { copyText } from '#client/clipboard.ts'
import { useText } from '#client/i18n.ts'
import { EmptyCell } from '#kit/cell/cell.tsx'
import '../sms.i18n.ts'
import styles from '../sms.module.css'

/** A code, large, and copied by one press; hidden where the person may not see it. */
export function CodeCell({ code }: Pick<SmsRow, 'code'>) {
  const t = useText('sms')
  // Undefined until the button is pressed.
  const [done, setDone] = useState<boolean>()
  if (code === null) return <EmptyCell />
  if (code.startsWith('*')) return <span title={t('hidden')}>{code}</span>
  return (
    <span className={styles.code}>
      <strong>{code}</strong>
      <Button
        size="small"
        icon={done ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
        aria-label={t('copy_code', { code })}
        onClick={(event) => {
          event.stopPropagation()
          void copyText(code).then(setDone)
        }}
      >
        {t(done === undefined ? 'copy' : done ? 'copied' : 'copy_failed')}
      </Button>
    </span>
  )
}
