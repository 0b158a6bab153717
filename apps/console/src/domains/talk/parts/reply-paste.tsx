import { useState } from 'react'
import { Input, Modal } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { MAX_REPLIES } from '@kaibo/contract/talk/reply.line.ts'
import type { Reply } from '@kaibo/contract/talk/reply.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { LeaveGuard, useLeave, useUnsaved } from '#kit/form/leave-guard.tsx'
import { FaultWords } from '#kit/panel/fault.tsx'
import { SheetField } from '#kit/upload/sheet-field.tsx'
import textStyles from '#kit/text/text.module.css'
import { merged, pasted } from '../reply.paste.ts'

interface ReplyPasteProps {
  list: readonly Reply[]
  onPasted: (list: readonly Reply[]) => void
  onClose: () => void
}

const NO_SHEET = { rows: [], bad: [] }

/** Many questions at once; says what would become of the list before it does. */
export function ReplyPaste(props: ReplyPasteProps) {
  return (
    <LeaveGuard onLeave={props.onClose}>
      <Pasting {...props} />
    </LeaveGuard>
  )
}

function Pasting({ list, onPasted, onClose }: ReplyPasteProps) {
  const t = useText('talk_room')
  const [text, setText] = useState('')
  const sheet = useAct(talkApi.readReplies, { silent: true, onSuccess: () => setText('') })
  const { rows, bad: badRows } = sheet.data ?? NO_SHEET
  const typed = text.trim() !== ''
  const leave = useLeave()
  useUnsaved(typed || rows.length > 0, false)
  const {
    list: next,
    added,
    changed,
    double,
    bad,
  } = typed ? pasted(list, text) : { ...merged(list, rows), bad: badRows }
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
      onCancel={leave}
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
      <p className={textStyles.hint}>{t('sheet_hint')}</p>
      <SheetField onUploaded={(upload_id) => sheet.mutate({ upload_id })} />
      {sheet.error ? (
        <p className={textStyles.fault} role="alert">
          <FaultWords error={sheet.error} />
        </p>
      ) : null}
      <p role="status">{told.join(' · ')}</p>
    </Modal>
  )
}
