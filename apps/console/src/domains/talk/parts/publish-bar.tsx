import { useState } from 'react'
import { Button } from 'antd'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useCan } from '#client/rights.ts'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { lazily, Lazily } from '#kit/panel/lazily.tsx'
import type { Published } from './publish-dialog.tsx'
import '../talk-rollout.i18n.ts'

const PublishDialog = lazily(async () => (await import('./publish-dialog.tsx')).PublishDialog)
const RolloutConfirm = lazily(async () => (await import('./rollout-confirm.tsx')).RolloutConfirm)
const VersionsPanel = lazily(async () => (await import('./versions-panel.tsx')).VersionsPanel)

interface PublishBarProps {
  /** As it was saved last: what is published is the saved draft. */
  row: RuleRow
  /** As the server has it now: what is live and on trial. */
  now: RuleRow
  rooms: readonly { room_code: string; name: string }[]
  /** There is something that rooms do not follow yet. */
  isDirty: boolean
  /** Saves what is not saved yet; nothing where that failed. */
  keep: () => Promise<RuleRow | undefined>
  /** What was done, in words; and the version of the row where it is another one now. */
  onDone: (told: string, version?: number) => void
}

type Open = 'publish' | 'promote' | 'withdraw' | 'versions'

/** What is done with versions: publish, or during a trial promote and take back; and all that there have been. */
export function PublishBar({ row, now, rooms, isDirty, keep, onDone }: PublishBarProps) {
  const t = useText('talk_rollout')
  const speak = useSpeak()
  const may = useCan(talkApi.publish.can)
  const [open, setOpen] = useState<Open>()
  const [busy, setBusy] = useState(false)
  const close = () => setOpen(undefined)
  const { rule_id, live_v, canary } = now
  const live = live_v === null ? t('nothing') : t('live', { v: live_v })

  async function begin() {
    setBusy(true)
    const saved = await keep()
    setBusy(false)
    if (saved) setOpen('publish')
  }
  function onPublished({ v, rooms: count, version }: Published, isTrial: boolean) {
    onDone(t(isTrial ? 'published_some' : 'published', { v, rooms: count }), version)
  }
  const face = { type: 'primary', children: t('publish') } as const
  return (
    <>
      <Button onClick={() => setOpen('versions')}>{t('versions')}</Button>
      {may !== true ? <RefusedButton {...face} reason={speak(may)} /> : null}
      {may === true && !canary ? (
        <Button {...face} disabled={!isDirty} loading={busy} onClick={() => void begin()} />
      ) : null}
      {may === true && canary ? (
        <>
          <Button onClick={() => setOpen('withdraw')}>{t('withdraw')}</Button>
          <Button type="primary" onClick={() => setOpen('promote')}>
            {t('promote')}
          </Button>
        </>
      ) : null}
      <Lazily onClose={close}>
        {open === 'publish' ? (
          <PublishDialog row={row} rooms={rooms} onPublished={onPublished} onClose={close} />
        ) : null}
        {open === 'promote' && canary ? (
          <RolloutConfirm
            input={{ rule_id, act: 'promote', canary_v: canary.v }}
            title={t('promote_title', canary)}
            hint={t('promote_hint', { v: canary.v, rooms: rooms.length })}
            act={t('promote')}
            onMoved={(moved) => onDone(t('promoted', { v: canary.v, rooms: moved.rooms }))}
            onClose={close}
          />
        ) : null}
        {open === 'withdraw' && canary ? (
          <RolloutConfirm
            danger
            input={{ rule_id, act: 'rollback', canary_v: canary.v }}
            title={t('withdraw_title', canary)}
            hint={t('withdraw_hint', { rooms: canary.rooms, live })}
            act={t('withdraw')}
            onMoved={() => onDone(t('withdrawn', { v: canary.v, live }))}
            onClose={close}
          />
        ) : null}
        {open === 'versions' ? (
          <VersionsPanel row={now} rooms={rooms.length} onDone={onDone} onClose={close} />
        ) : null}
      </Lazily>
    </>
  )
}
