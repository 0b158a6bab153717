import { useState } from 'react'
import { Form, Input, Modal, Radio, Select } from 'antd'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { MAX_CANARY_ROOMS } from '@kaibo/contract/talk/talk.rollout.schema.ts'
import { useText } from '#client/i18n.ts'
import { DialogFooter } from '#kit/action/dialog-footer.tsx'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { Fault } from '#kit/panel/fault.tsx'
import textStyles from '#kit/text/text.module.css'
import '../talk-rollout.i18n.ts'

export type Published = DataOf<typeof talkApi.publish>

interface PublishDialogProps {
  row: RuleRow
  /** Those that the set is bound in. */
  rooms: readonly { room_code: string; name: string }[]
  onPublished: (published: Published, isTrial: boolean) => void
  onClose: () => void
}

/** Publishes the saved draft: everywhere, or in a few rooms first. */
export function PublishDialog({ row, rooms, onPublished, onClose }: PublishDialogProps) {
  const t = useText('talk_rollout')
  const [note, setNote] = useState('')
  const [isTrial, setTrial] = useState(false)
  const [chosen, setChosen] = useState<string[]>([])
  const { rule_id, version, name } = row
  const publish = useDialogAct(talkApi.publish, {
    onSuccess: (published) => onPublished(published, isTrial),
    onDone: onClose,
    failed: (reason) => `${t('publish_title', { name })}：${reason}`,
  })
  const send = () => publish.mutate({ rule_id, version, note, ...(isTrial && { rooms: chosen }) })
  const okText = !isTrial
    ? t('publish_all')
    : chosen.length === 0
      ? t('some')
      : t('publish_some', { rooms: chosen.length })
  return (
    <Modal
      open
      mask={{ closable: false }}
      title={t('publish_title', { name })}
      width={WIDTH.modal}
      onCancel={onClose}
      footer={
        <DialogFooter
          act={okText}
          busy={publish.isPending}
          disabled={isTrial && chosen.length === 0}
          onAct={send}
          onClose={onClose}
        />
      }
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('note')} htmlFor="publish-note" extra={t('note_hint')}>
          <Input
            id="publish-note"
            value={note}
            maxLength={200}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
        {rooms.length === 0 ? (
          <p className={textStyles.hint}>{t('no_rooms')}</p>
        ) : (
          <Form.Item label={t('where')}>
            <Radio.Group
              value={isTrial}
              onChange={({ target }) => setTrial(target.value === true)}
              options={[
                { value: false, label: t('everywhere', { rooms: rooms.length }) },
                { value: true, label: t('some') },
              ]}
            />
          </Form.Item>
        )}
        {isTrial ? (
          <Form.Item label={t('rooms')} htmlFor="publish-rooms" extra={t('some_hint')}>
            <Select
              id="publish-rooms"
              mode="multiple"
              placement="topLeft"
              autoFocus
              placeholder={t('choose')}
              maxCount={MAX_CANARY_ROOMS}
              optionFilterProp="label"
              value={chosen}
              onChange={setChosen}
              options={rooms.map((room) => ({ value: room.room_code, label: room.name }))}
            />
          </Form.Item>
        ) : null}
      </Form>
      {publish.error ? <Fault error={publish.error} /> : null}
    </Modal>
  )
}
