import { useState } from 'react'
import { Select } from 'antd'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { SystemEventRow } from '@kaibo/contract/game/event.schema.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { PlayState } from '@kaibo/contract/game/game.enums.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct, useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { ALL_EVENTS, EVENT } from '../game.actions.tsx'
import styles from '../game.module.css'

type Row = InputOf<typeof gameApi.saveStatus>['rows'][number]

/** In which states of the game each of its events counts, and which it leads to. */
export function StatusTable({ game: { game_id, version } }: { game: GameRow }) {
  const t = useText('game')
  const lang = useLanguage()
  const may = useCan(gameApi.saveStatus.can)
  const { data } = useCall(gameApi.events, { game_id, page_size: ALL_EVENTS })
  const [changed, setChanged] = useState<Readonly<Record<string, Row>>>({})
  const save = useAct(gameApi.saveStatus, { onSuccess: () => setChanged({}) })
  if (!data) return null
  const events: SystemEventRow[] = [...data.list, ...data.system]
  if (events.length === 0) return null
  const rows = events.map(
    ({ event_id, only_in, sets }): Row => changed[event_id] ?? { event_id, only_in, sets },
  )
  const change = (row: Row, more: Partial<Row>) =>
    setChanged({ ...changed, [row.event_id]: { ...row, ...more } })
  const states = optionsOf(PlayState, lang)
  const isDirty = Object.keys(changed).length > 0
  return (
    <section className={styles.card} aria-label={t('status')}>
      <h2>{t('status')}</h2>
      <p className={styles.note}>{t('status_hint')}</p>
      <table className={styles.status}>
        <thead>
          <tr>
            <th scope="col">{EVENT[lang]}</th>
            <th scope="col">{t('only_in')}</th>
            <th scope="col">{t('next')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ event_id, name }, index) => {
            const row = rows[index] ?? { event_id, only_in: [], sets: null }
            return (
              <tr key={event_id}>
                <th scope="row">{name}</th>
                <td>
                  <span className={styles.cellHead} aria-hidden>
                    {t('only_in')}
                  </span>
                  <Select
                    mode="multiple"
                    className={styles.states}
                    aria-label={`${t('only_in')} ${name}`}
                    placeholder={t('any')}
                    value={row.only_in}
                    options={states}
                    disabled={may !== true}
                    onChange={(only_in) => change(row, { only_in })}
                  />
                </td>
                <td>
                  <span className={styles.cellHead} aria-hidden>
                    {t('next')}
                  </span>
                  <Select
                    className={styles.then}
                    aria-label={`${t('next')} ${name}`}
                    placeholder={t('same')}
                    allowClear
                    value={row.sets ?? null}
                    options={states}
                    disabled={may !== true}
                    onChange={(sets: PlayState | null | undefined) =>
                      change(row, { sets: sets ?? null })
                    }
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className={styles.foot}>
        <OnlineButton
          type="primary"
          disabled={!isDirty || may !== true}
          loading={save.isPending}
          onClick={() => save.mutate({ game_id, version, rows })}
        >
          {t('save')}
        </OnlineButton>
        <span role="status">{isDirty ? t('unsaved') : ''}</span>
      </p>
    </section>
  )
}
