import { useState } from 'react'
import { Input, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { useText } from '#client/i18n.ts'
import textStyles from '#kit/text/text.module.css'
import { MAX_REPLIES, pasted } from '../reply.paste.ts'

interface ReplyPasteProps {
  list: readonly Reply[]
  onPasted: (list: readonly Reply[]) => void
  onClose: () => void
}

/** Many questions at once; says what would become of the list before it does. */
export function ReplyPaste({ list, onPasted, onClose }: ReplyPasteProps) {
  const t = useText('talk_room')
  const [text, setText] = useState('')
  const { list: next, added, changed, double, bad } = pasted(list, text)
  const isTooMany = next.length > MAX_REPLIES
  const told = [
    added > 0 && t('paste_new', { count: added }),
    changed > 0 && t('paste_changed', { count: changed }),
    double > 0 && t('paste_double', { count: double }),
    bad.length > 0 && t('paste_bad', { count: bad.length, lines: bad.slice(0, 10).join('、') }),
    isTooMany && t('too_many'),
  ].filter((one) => one !== false)
  return (
    <Modal
      open
      title={t('paste_title')}
      width={WIDTH.dialog}
      mask={{ closable: false }}
      onCancel={onClose}
      okText={t('paste_apply')}
      okButtonProps={{ disabled: added + changed === 0 || isTooMany }}
      onOk={() => {
        onPasted(next)
        onClose()
      }}
    >
      <p className={textStyles.hint}>{t('paste_hint')}</p>
      <Input.TextArea
        autoFocus
        aria-label={t('paste_text')}
        rows={10}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status">{told.join(' · ')}</p>
    </Modal>
  )
}
