import { Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import styles from './keys-help.module.css'

const KEYS = [
  ['J K', 'key_move'],
  ['Enter', 'key_open'],
  ['X', 'key_select'],
  ['E', 'key_edit'],
  ['/', 'key_find'],
  ['?', 'key_help'],
] as const

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const t = useText('list')
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
      </dl>
    </Modal>
  )
}
