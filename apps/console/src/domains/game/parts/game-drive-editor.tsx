import { useState } from 'react'
import { InputNumber, Select } from 'antd'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { GameDrive } from '@kaibo/contract/game/game.rows.schema.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct, useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { QuietHours } from '#entities/talk/quiet-hours.tsx'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { useAskBeforeClose } from '#kit/progress/use-close-warning.ts'
import { DriveRooms } from './drive-rooms.tsx'
import styles from '../game.module.css'

export function GameDriveEditor({ info }: { info: DataOf<typeof gameApi.info> }) {
  const t = useText('game')
  const { row, rooms } = info
  const { game_id, version } = row
  const may = useCan(gameApi.saveDrive.can)
  const [drive, setDrive] = useState<GameDrive>(row.drive)
  const isDirty = drive !== row.drive
  const save = useAct(gameApi.saveDrive)
  useAskBeforeClose(isDirty)
  const change = (more: Partial<GameDrive>) => setDrive({ ...drive, ...more })
  const { idle_s, quiet } = drive
  return (
    <>
      <PageHead title={t('drive_of', { name: row.name })} count="">
        <OnlineButton
          type="primary"
          disabled={!isDirty || may !== true}
          loading={save.isPending}
          onClick={() => save.mutate({ game_id, version, ...drive })}
        >
          {t('save')}
        </OnlineButton>
      </PageHead>
      <p role="status" className={styles.note}>
        {isDirty ? t('unsaved') : t('drive_hint')}
      </p>
      <section className={styles.card}>
        <div className={styles.foot}>
          <label htmlFor="idle">{t('idle')}</label>
          <InputNumber
            id="idle"
            min={5}
            max={600}
            value={idle_s}
            onChange={(value) => value !== null && change({ idle_s: value })}
          />
          {t('seconds')}
        </div>
        <div className={styles.part}>
          <QuietHours quiet={quiet} onChange={(next) => change({ quiet: next })} />
        </div>
      </section>
      <DriveSets game_id={game_id} list={drive.list} onChange={(list) => change({ list })} />
      <DriveRooms rooms={rooms} />
    </>
  )
}

interface DriveSetsProps {
  game_id: string
  list: GameDrive['list']
  onChange: (list: GameDrive['list']) => void
}

function DriveSets({ game_id, list, onChange }: DriveSetsProps) {
  const t = useText('game')
  const { data } = useCall(lookupApi.rules, { kind: 'drive' })
  const options = (data?.list ?? [])
    .filter((one) => one.game_id === null || one.game_id === game_id)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <section className={styles.card}>
      <h2>{t('drive_sets')}</h2>
      <Select
        mode="multiple"
        className={styles.status}
        aria-label={t('drive_sets')}
        placeholder={t('drive_none')}
        value={list.map(({ rule_id }) => rule_id)}
        options={options}
        optionFilterProp="label"
        onChange={(ids: string[]) =>
          onChange(
            ids.map(
              (rule_id) =>
                list.find((one) => one.rule_id === rule_id) ?? {
                  rule_id,
                  enabled: OpenStatus.open,
                  shift: 0,
                  off_nodes: [],
                },
            ),
          )
        }
      />
    </section>
  )
}
