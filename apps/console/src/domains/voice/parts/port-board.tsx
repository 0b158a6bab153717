import { useState } from 'react'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { PortState } from '@kaibo/contract/voice/voice.enums.ts'
import type { PortRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useLive } from '#client/live.ts'
import { refresh, useCall } from '#client/query.ts'
import { Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import { PORT_TONES } from '../voice.tones.ts'
import { PortDialog } from './port-dialog.tsx'
import styles from '../voice.module.css'

const EVERY_MS = 15_000

/** Each port as a cell: what it does now, how soon it sounds, which rooms are bound to it. */
export function PortBoard() {
  const t = useText('voice')
  const query = useCall(voiceApi.ports, {}, { refetchMs: EVERY_MS })
  useLive('voice.ports', () => refresh(voiceApi.ports))
  const [open, setOpen] = useState<string>()
  const ports = query.data?.list ?? []
  const shown = ports.find(({ port_id }) => port_id === open)
  return (
    <section className={styles.card} aria-label={t('ports')}>
      <h2>{t('ports')}</h2>
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        right={voiceApi.ports.can}
        isEmpty={ports.length === 0}
        empty={<p>{t('ports_none')}</p>}
      >
        {byServer(ports).map(([id, name, own]) => (
          <div key={id} className={styles.server}>
            <h3>{name}</h3>
            <ul className={styles.ports}>
              {own.map((port) => (
                <li key={port.port_id}>
                  <PortCell port={port} onOpen={() => setOpen(port.port_id)} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Panel>
      {shown ? <PortDialog port={shown} ports={ports} onClose={() => setOpen(undefined)} /> : null}
    </section>
  )
}

function PortCell({ port, onOpen }: { port: PortRow; onOpen: () => void }) {
  const t = useText('voice')
  const lang = useLanguage()
  const { number, state, voice, queue, rooms, p50, p95, errors } = port
  return (
    <button type="button" className={styles.port} data-state={state} onClick={onOpen}>
      <span className={styles.portHead}>
        <strong>{t('port', { number })}</strong>
        <Status tone={PORT_TONES[state]}>{labelOf(PortState, state, lang)}</Status>
      </span>
      {voice ? <span>{voice.name}</span> : null}
      <span className={styles.soft}>
        {t('first')} {p50 === null ? t('none') : `${p50} / ${p95} ms`}
      </span>
      <span className={styles.soft}>
        {t('rooms_count', { count: rooms.length })}
        {queue > 0 ? ` · ${t('queue')} ${queue}` : ''}
        {errors > 0 ? ` · ${t('errors')} ${errors}` : ''}
      </span>
    </button>
  )
}

/** In the order in which they came, which is that of the servers. */
function byServer(ports: readonly PortRow[]): [id: string, name: string, ports: PortRow[]][] {
  const servers = new Map<string, [string, string, PortRow[]]>()
  for (const port of ports) {
    const { id, name } = port.server
    const entry = servers.get(id) ?? [id, name, []]
    entry[2].push(port)
    servers.set(id, entry)
  }
  return [...servers.values()]
}
