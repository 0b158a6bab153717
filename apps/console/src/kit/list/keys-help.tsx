import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import type { ActionBase } from '#kit/action/action.ts'
import styles from './keys-help.module.css'

const KEYS = [
  ['J K', 'key_move'],
  ['Enter', 'key_open'],
  ['X', 'key_select'],
  ['E', 'key_edit'],
  ['/', 'key_find'],
  ['?', 'key_help'],
] as const

interface KeysHelpProps {
  /** Those that have a letter. */
  acts: readonly Pick<ActionBase<never>, 'name' | 'letter' | 'label'>[]
  onClose: () => void
}

export function KeysHelp({ acts, onClose }: KeysHelpProps) {
  const t = useText('list')
  const speak = useSpeak()
  return (
    <Modal open title={t('keys')} width={WIDTH.confirm} footer={null} onCancel={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, word]) => (
          <div key={word}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
        {acts.map(({ name, letter, label }) => (
          <div key={name}>
            <dt>
              <kbd>{letter?.toUpperCase()}</kbd>
            </dt>
            <dd>{speak(label)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
