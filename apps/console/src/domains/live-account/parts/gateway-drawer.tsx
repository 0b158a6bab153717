import { useState } from 'react'
import { Button, Drawer, Modal } from 'antd'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { GatewayRow } from '@kaibo/contract/live-account/sms.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct, useCall } from '#client/query.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { Instant } from '#kit/cell/cell.tsx'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { Empty, Panel } from '#kit/panel/panel.tsx'
import { Status } from '#kit/status/status.tsx'
import textStyles from '#kit/text/text.module.css'
import { GatewayForm, showSecret } from '../forms/gateway.form.tsx'
import { addressesOf } from '../gateway.addresses.ts'
import { GatewaySteps } from './gateway-steps.tsx'
import '../sms.i18n.ts'
import styles from '../sms.module.css'

const WIDTH = 560
const MOST = 200

/** The phones that send text messages in, each with what has to be entered on it. */
export function GatewayDrawer({ onClose }: { onClose: () => void }) {
  const t = useText('sms')
  const query = useCall(liveAccountApi.gateways, { page_size: MOST })
  const [editing, setEditing] = useState<GatewayRow | 'new'>()
  const rows = query.data?.list ?? []
  const add = (
    <OnlineButton type="primary" onClick={() => setEditing('new')}>
      {t('add')}
    </OnlineButton>
  )
  return (
    <Drawer
      open
      size={WIDTH}
      title={t('gateways_title')}
      aria-label={t('gateways_title')}
      onClose={onClose}
      extra={rows.length > 0 ? add : null}
    >
      <Panel
        loading={query.isPending}
        error={query.error}
        filled={query.data !== undefined}
        onRetry={() => void query.refetch()}
        right={liveAccountApi.gateways.can}
        isEmpty={rows.length === 0}
        empty={
          <>
            <Empty title={t('gateways_none')} hint={t('steps_title')} />
            <GatewaySteps />
            {add}
          </>
        }
      >
        {rows.map((row) => (
          <Gateway key={row.id} row={row} onEdit={() => setEditing(row)} />
        ))}
      </Panel>
      {editing ? (
        <GatewayForm
          row={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </Drawer>
  )
}

function Gateway({ row, onEdit }: { row: GatewayRow; onEdit: () => void }) {
  const t = useText('sms')
  const lang = useLanguage()
  const { id, version, name, phone, org, enabled, last_at } = row
  const { forwarder, push } = addressesOf(row)
  const save = useAct(liveAccountApi.saveGateway, { onSuccess: showSecret })
  const remove = useAct(liveAccountApi.deleteGateway)
  const [modal, host] = Modal.useModal()
  const ask = (title: string, content: string, okText: string, onOk: () => Promise<unknown>) =>
    void modal.confirm({ title, content, okText, okButtonProps: { danger: true }, onOk })
  return (
    <section className={styles.gateway} aria-label={name}>
      {host}
      <div className={styles.gatewayHead}>
        <h3>{name}</h3>
        <Status tone={enabled === OpenStatus.open ? 'ok' : 'offline'}>
          {labelOf(OpenStatus, enabled, lang)}
        </Status>
      </div>
      <p className={textStyles.hint}>
        {phone} · {org.name} · {last_at === null ? t('never') : t('last')}{' '}
        {last_at === null ? null : <Instant at={last_at} />}
      </p>
      <CopyLine label={t('address')} text={forwarder} />
      <CopyLine label={t('push_address')} text={push} />
      <CopyLine label={t('number')} text={id} />
      <div className={styles.gatewayHead}>
        <Button size="small" onClick={onEdit}>
          {t('edit')}
        </Button>
        <OnlineButton
          size="small"
          onClick={() =>
            ask(t('renew_title', { name }), t('renew_hint'), t('renew'), () =>
              save.mutateAsync({ id, version, name, phone, enabled, renew: true }),
            )
          }
        >
          {t('renew')}
        </OnlineButton>
        <OnlineButton
          size="small"
          danger
          onClick={() =>
            ask(t('delete_title', { name }), t('delete_hint'), t('delete'), () =>
              remove.mutateAsync({ id }),
            )
          }
        >
          {t('delete')}
        </OnlineButton>
      </div>
    </section>
  )
}
