import { EyeOutlined, LinkOutlined } from '@ant-design/icons'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { RecordingTrouble } from '@kaibo/contract/stage/recording.schema.ts'
import { stageApi } from '@kaibo/contract/stage/stage.api.ts'
import type { StageView } from '@kaibo/contract/stage/stage.schema.ts'
import { useLanguage } from '#client/language.ts'
import { useText, wordsOf } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { act } from '#kit/action/act.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { Panel } from '#kit/panel/panel.tsx'
import { Status, type Tone } from '#kit/status/status.tsx'
import { lazily } from '#kit/panel/lazily.tsx'
import './stage-card.i18n.ts'
import styles from './stage-card.module.css'
import textStyles from '#kit/text/text.module.css'

type Stage = NonNullable<StageView['stage']>
interface Room {
  room_code: string
  name: string
}

const PreviewDialog = lazily(async () => (await import('./preview-dialog.tsx')).PreviewDialog)

const EVERY_MS = 3_000
const words = wordsOf('stage_card')

const renew = act<Room, typeof stageApi.renew>(stageApi.renew, {
  name: 'renew-stage',
  label: words('renew'),
  icon: <LinkOutlined aria-hidden />,
  confirm: ({ name }) => ({ title: words('renew_title', { name }), hint: words('renew_hint') }),
  input: ({ room_code }) => ({ room_code }),
})

const preview = act<Room, typeof stageApi.preview>(stageApi.preview, {
  name: 'preview-stage',
  label: words('preview'),
  icon: <EyeOutlined aria-hidden />,
  Dialog: PreviewDialog,
})

/** Whether viewers see and hear the room's stage, and the link that puts it into OBS. */
export function StageCard({ room, className }: { room: Room; className?: string | undefined }) {
  const t = useText('stage_card')
  const { room_code } = room
  const view = useCall(stageApi.view, { room_code }, { refetchMs: EVERY_MS })
  const stage = view.data?.stage
  return (
    <section className={className} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <Panel
        loading={view.isPending}
        error={view.error}
        filled={view.data !== undefined}
        onRetry={() => void view.refetch()}
      >
        {stage ? <Standing stage={stage} /> : <Status tone="idle">{t('unknown')}</Status>}
        {stage ? (
          <p className={styles.line}>
            <ActButton action={preview} row={room} />
          </p>
        ) : null}
        {stage && stage.url !== '' ? (
          <>
            <CopyLine label={t('link')} text={stage.url} />
            <p className={textStyles.meta}>{t('hint')}</p>
            <p className={styles.line}>
              <a href={stage.url} target="_blank" rel="noreferrer">
                {t('open')}
              </a>
              <ActButton action={renew} row={room} />
            </p>
          </>
        ) : null}
      </Panel>
    </section>
  )
}

function Standing({ stage }: { stage: Stage }) {
  const { program, pages, has_voice, missing = [], recording, fault } = stage
  const lang = useLanguage()
  const t = useText('stage_card')
  const [tone, state] = standingOf(program)
  return (
    <>
      <p className={styles.line} role="status">
        <Status tone={tone}>{t(state)}</Status>
        {program && program.fps > 0 ? (
          <span className={textStyles.meta}>{t('fps', { fps: program.fps })}</span>
        ) : null}
        {pages > 1 ? <span className={textStyles.meta}>{t('pages', { count: pages })}</span> : null}
      </p>
      {fault === null ? null : <p className={styles.line}>{fault}</p>}
      {has_voice ? null : <Status tone="attention">{t('no_voice')}</Status>}
      {recording ? (
        <Status tone="attention">
          {t('unrecorded', { why: labelOf(RecordingTrouble, recording, lang) })}
        </Status>
      ) : null}
      {missing.length > 0 ? (
        <Status tone="attention">{t('missing', { names: missing.join('、') })}</Status>
      ) : null}
      {program && !program.label_visible ? <Status tone="attention">{t('no_label')}</Status> : null}
    </>
  )
}

function standingOf(
  program: Stage['program'],
): [Tone, 'closed' | 'obs' | 'obs_hidden' | 'blocked' | 'browser'] {
  if (!program) return ['idle', 'closed']
  if (program.obs !== null) return program.active ? ['ok', 'obs'] : ['attention', 'obs_hidden']
  return program.audio === 'blocked' ? ['attention', 'blocked'] : ['ok', 'browser']
}
