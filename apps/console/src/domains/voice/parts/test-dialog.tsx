import { useId, useState } from 'react'
import { Input, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import type { VoiceRow, VoiceTested } from '@kaibo/contract/voice/voice.schema.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import { Status } from '#kit/status/status.tsx'
import styles from '../voice.module.css'

/** What it says unless something else is typed, in the language that voices speak. */
const SAMPLE = '欢迎来到直播间，喜欢主播的点个关注。'

/** 试听: has the voice say something, and tells how long it took and how it sounds. */
export function TestDialog({ row, onClose }: DialogProps<VoiceRow>) {
  const t = useText('voice')
  const id = useId()
  const [text, setText] = useState(SAMPLE)
  const test = useAct(voiceApi.test, { silent: true })
  const speak = () => test.mutate({ voice_id: row.voice_id, text })
  return (
    <Modal
      open
      title={t('test_title', { name: row.name })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={null}
    >
      <label htmlFor={id} className={styles.soft}>
        {t('test')}
      </label>
      <Input.TextArea
        id={id}
        value={text}
        maxLength={200}
        showCount
        autoSize={{ minRows: 2 }}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={styles.foot}>
        <OnlineButton
          type="primary"
          loading={test.isPending}
          disabled={text.trim() === ''}
          onClick={speak}
        >
          {t('test_go')}
        </OnlineButton>
      </div>
      <div role="status" aria-live="polite">
        {test.error ? <Fault error={test.error} /> : null}
        {test.data && !test.isPending ? <Heard heard={test.data} /> : null}
      </div>
    </Modal>
  )
}

function Heard({ heard }: { heard: VoiceTested }) {
  const t = useText('voice')
  const { first_ms, total_ms, ms, rms_db, silent, clipped, port, url } = heard
  const isFine = !silent && !clipped
  return (
    <div className={styles.heard}>
      <Status tone={isFine ? 'ok' : 'failed'}>
        {t(silent ? 'test_silent' : clipped ? 'test_clipped' : 'test_ok')}
      </Status>
      {/* What it says stands over it. */}
      <audio controls autoPlay src={url} aria-label={t('test_play')}>
        <track kind="captions" />
      </audio>
      <span>{t('test_times', { first: first_ms, total: total_ms })}</span>
      {rms_db !== null ? (
        <span>{t('test_loud', { seconds: (ms / 1_000).toFixed(1), db: rms_db })}</span>
      ) : null}
      <span className={styles.soft}>
        {t('test_from', { server: port.server, number: port.number })}
      </span>
    </div>
  )
}
