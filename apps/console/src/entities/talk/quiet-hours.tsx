import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { Drive } from '@kaibo/contract/talk/part.schema.ts'
import { useText } from '#client/i18n.ts'
import './quiet-hours.i18n.ts'
import styles from './quiet-hours.module.css'

const MAX_SPANS = 4
const NEW_SPAN = { from: '00:00', to: '07:00' }

interface QuietHoursProps {
  quiet: Drive['quiet']
  onChange: (quiet: Drive['quiet']) => void
}

/** When a room, or each room of a game, does not speak of its own accord. */
export function QuietHours({ quiet, onChange }: QuietHoursProps) {
  const t = useText('quiet_hours')
  return (
    <fieldset className={styles.hours}>
      <legend>{t('title')}</legend>
      {quiet.length === 0 ? <p className={styles.none}>{t('none')}</p> : null}
      {quiet.map((span, index) => {
        const name = `${t('title')} ${index + 1}`
        return (
          // A span has no identity but its place; its times are held by the draft.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.span}>
            {(['from', 'to'] as const).map((end) => (
              <Input
                key={end}
                type="time"
                className={styles.time}
                aria-label={`${name} ${t(end)}`}
                value={span[end]}
                onChange={({ target }) =>
                  target.value && onChange(quiet.with(index, { ...span, [end]: target.value }))
                }
              />
            ))}
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={`${t('remove')} ${name}`}
              onClick={() => onChange(quiet.toSpliced(index, 1))}
            />
          </div>
        )
      })}
      {quiet.length < MAX_SPANS ? (
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...quiet, NEW_SPAN])}>
          {t('add')}
        </Button>
      ) : null}
    </fieldset>
  )
}
