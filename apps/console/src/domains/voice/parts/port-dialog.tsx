import { useId, useState } from 'react'
import { Modal, Select } from 'antd'
import { Link } from 'react-router'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { PortState } from '@kaibo/contract/voice/voice.enums.ts'
import type { PortRow } from '@kaibo/contract/voice/voice.server.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { RefusedButton } from '#kit/action/refused-button.tsx'
import { paths } from '#kit/address/paths.ts'
import { Instant } from '#kit/cell/cell.tsx'
import { Fault } from '#kit/panel/fault.tsx'
import { Status } from '#kit/status/status.tsx'
import { PORT_TONES } from '../voice.tones.ts'
import styles from '../voice.module.css'

interface PortDialogProps {
  port: PortRow
  ports: readonly PortRow[]
  onClose: () => void
}

/** One port: why it failed last, and its rooms, which can be moved to another one. */
export function PortDialog({ port, ports, onClose }: PortDialogProps) {
  const t = useText('voice')
  const lang = useLanguage()
  const { server, number, state, since, why, rooms } = port
  return (
    <Modal
      open
      title={t('port_title', { server: server.name, number })}
      width={WIDTH.dialog}
      onCancel={onClose}
      footer={null}
    >
      <p className={styles.foot}>
        <Status tone={PORT_TONES[state]}>{labelOf(PortState, state, lang)}</Status>
        <Instant at={since} />
      </p>
      {why === null ? null : (
        <p>
          <span className={styles.soft}>{t('why')}</span> {why}
        </p>
      )}
      <h3 className={styles.part}>{t('rooms')}</h3>
      {rooms.length === 0 ? <p className={styles.soft}>{t('rooms_none')}</p> : null}
      {rooms.length > 0 ? <Moving port={port} ports={ports} /> : null}
    </Modal>
  )
}

function Moving({ port, ports }: Pick<PortDialogProps, 'port' | 'ports'>) {
  const t = useText('voice')
  const id = useId()
  const [to, setTo] = useState<string>()
  const change = useAct(voiceApi.change, { silent: true })
  const target = to === undefined ? {} : { port_id: to }
  const others = ports.filter(({ port_id }) => port_id !== port.port_id)
  return (
    <>
      <div className={styles.foot}>
        <label htmlFor={id}>{t('move_to')}</label>
        <Select
          id={id}
          className={styles.wide}
          value={to ?? ''}
          options={[
            { value: '', label: t('move_best') },
            ...others.map(({ port_id, server, number }) => ({
              value: port_id,
              label: t('port_title', { server: server.name, number }),
            })),
          ]}
          onChange={(next: string) => setTo(next === '' ? undefined : next)}
        />
        <MoveButton
          loading={change.isPending}
          onClick={() => change.mutate({ from_port_id: port.port_id, ...target })}
        >
          {t('move_all')}
        </MoveButton>
      </div>
      <p className={styles.soft}>{t('move_hint')}</p>
      <ul className={styles.plain}>
        {port.rooms.map(({ room_code, name }) => (
          <li key={room_code} className={styles.line}>
            <Link to={paths.room(room_code)}>{name}</Link>
            <MoveButton
              loading={change.isPending}
              onClick={() => change.mutate({ room_codes: [room_code], ...target })}
            >
              {t('move')}
            </MoveButton>
          </li>
        ))}
      </ul>
      <div role="status" aria-live="polite">
        {change.error ? <Fault error={change.error} /> : null}
        <ul className={styles.plain}>
          {change.data?.list.map(({ room_code, name, ok, msg, port: now }) => (
            <li key={room_code}>
              <Status tone={ok ? 'ok' : 'failed'}>
                {ok && now
                  ? t('moved', { name, server: now.server, number: now.number })
                  : t('not_moved', { name, msg })}
              </Status>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function MoveButton(face: { loading: boolean; onClick: () => void; children: string }) {
  const may = useCan(voiceApi.change.can)
  const speak = useSpeak()
  if (may === true) return <OnlineButton size="small" {...face} />
  return (
    <RefusedButton size="small" reason={speak(may)} missing={voiceApi.change.can}>
      {face.children}
    </RefusedButton>
  )
}
