import { useState } from 'react'
import { InputNumber } from 'antd'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Drive } from '@kaibo/contract/talk/part.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { QuietHours } from '#entities/talk/quiet-hours.tsx'
import { Flag } from '#kit/flag/flag.tsx'
import { bindingOf, BoundSets } from './bound-sets.tsx'
import { DayStrip } from './day-strip.tsx'
import { PartFrame } from './part-frame.tsx'
import styles from '../talk.module.css'

const isOn = (value: number) => (value === IsOrNot.is ? IsOrNot.is : IsOrNot.not)

interface DriveEditorProps {
  part: DataOf<typeof talkApi.part>
  drive: NonNullable<DataOf<typeof talkApi.part>['drive']>
}

/** When one room speaks of its own accord, and by which sets. */
export function DriveEditor({ part, drive }: DriveEditorProps) {
  const t = useText('talk_room')
  const { room, version } = part
  const [{ list, idle_s, quiet, inherit }, setDraft] = useState({ list: part.list, ...drive })
  const [isDirty, setDirty] = useState(false)
  const save = useAct(talkApi.bindDrive, { silent: true, onSuccess: () => setDirty(false) })
  const follows = inherit === IsOrNot.is
  function change(next: Partial<{ list: typeof list; inherit: typeof inherit } & Drive>) {
    setDraft((draft) => ({ ...draft, ...next }))
    setDirty(true)
  }
  return (
    <PartFrame
      title={t('drive_title', { name: room.name })}
      hint={t('drive_hint')}
      isDirty={isDirty}
      saving={save.isPending}
      error={save.error}
      onSave={() =>
        save.mutate({
          room_code: room.room_code,
          version,
          list: list.map(bindingOf),
          idle_s,
          quiet,
          inherit,
        })
      }
    >
      {room.game ? (
        <section className={styles.card}>
          <div className={styles.row}>
            <label htmlFor="inherit">{t('inherit', { game: room.game.name })}</label>
            <Flag id="inherit" value={inherit} onChange={(on) => change({ inherit: isOn(on) })} />
          </div>
        </section>
      ) : null}
      <section className={styles.card} inert={follows}>
        <div className={styles.row}>
          <label htmlFor="idle">{t('idle')}</label>
          <span className={styles.inline}>
            <InputNumber
              id="idle"
              min={5}
              max={600}
              value={idle_s}
              disabled={follows}
              onChange={(value) => value !== null && change({ idle_s: value })}
            />
            {t('seconds')}
          </span>
        </div>
        <QuietHours quiet={quiet} onChange={(next) => change({ quiet: next })} />
        <DayStrip quiet={quiet} />
      </section>
      {follows ? <p className={styles.status}>{t('inherit_sets')}</p> : null}
      <BoundSets
        list={list}
        room={room}
        kind="drive"
        onChange={(next) => change({ list: [...next] })}
      />
    </PartFrame>
  )
}
