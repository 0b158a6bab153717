import { useEffect, useState } from 'react'
import { Button, Modal, Segmented } from 'antd'
import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { TIMEOUT, WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useCall } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Fault } from '#kit/panel/fault.tsx'
import { useLive } from '#client/live.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { StartChoice, type Choice } from '#entities/plan/start-choice.tsx'
import { PreflightList } from './preflight-list.tsx'
import { StageList, type StageName, isStage } from './stage-list.tsx'
import type { SomeRoom } from '../room.present.ts'
import textStyles from '#kit/text/text.module.css'

/** The checks first, each with what to do about it; then the start, stage by stage. */
export function StartDialog({ row: room, onClose }: DialogProps<SomeRoom>) {
  const t = useText('room')
  const input = { room_code: room.room_code }
  const checks = useCall(roomApi.preflight, input)
  const lang = useLanguage()
  const [stage, setStage] = useState<StageName>()
  const [mode, setMode] = useState<RoomMode>(room.mode)
  const [choice, setChoice] = useState<Choice>({})
  const start = useDialogAct(roomApi.start, {
    onDone: onClose,
    onError: () => void checks.refetch(),
    failed: (reason) => t('start_failed', { name: room.name, reason }),
  })
  useLive(`room:${room.room_code}`, ({ event, data }) => {
    if (event === 'room.progress' && isStage(data.stage)) setStage(data.stage)
  })

  const blocked = checks.data?.list.filter((item) => item.level === 'block').length ?? 0
  const press = () => {
    setStage('preflight')
    start.mutate({ ...input, ...choice, mode })
  }

  return (
    <Modal
      open
      // The second click of a double one lands beside it.
      mask={{ closable: false }}
      title={t('preflight_title', { name: room.name })}
      width={WIDTH.modal}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(start.isPending ? 'close' : 'cancel')}</Button>
          <Button
            loading={checks.isFetching}
            disabled={start.isPending}
            onClick={() => void checks.refetch()}
          >
            {t('preflight_again')}
          </Button>
          <OnlineButton
            type="primary"
            disabled={!checks.data?.ready}
            loading={start.isPending}
            onClick={press}
          >
            {t('start')}
          </OnlineButton>
        </>
      }
    >
      {start.error ? <Fault error={start.error} /> : null}
      {start.isPending ? (
        <>
          <StageList current={stage ?? 'preflight'} />
          <Elapsed />
        </>
      ) : (
        <Panel
          loading={checks.isPending}
          error={checks.error}
          filled={checks.data !== undefined}
          onRetry={() => void checks.refetch()}
        >
          <Segmented<RoomMode>
            aria-label={t('mode')}
            value={mode}
            onChange={setMode}
            options={optionsOf(RoomMode, lang)}
          />
          {mode === RoomMode.record ? <p className={textStyles.hint}>{t('record_hint')}</p> : null}
          <p className={textStyles.hint}>
            {checks.data?.ready ? t('preflight_ready') : t('preflight_blocked', { count: blocked })}
          </p>
          {checks.data ? <PreflightList items={checks.data.list} onLeave={onClose} /> : null}
          <StartChoice room_code={room.room_code} value={choice} onChange={setChoice} />
        </Panel>
      )}
    </Modal>
  )
}

const LONGEST_S = TIMEOUT.liveStart / 1000

function Elapsed() {
  const t = useText('room')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((s) => Math.min(s + 1, LONGEST_S)), 1000)
    return () => clearInterval(timer)
  }, [])
  return <p className={textStyles.hint}>{t('elapsed', { seconds, longest: LONGEST_S })}</p>
}
