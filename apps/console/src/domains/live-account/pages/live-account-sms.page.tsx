import * as z from 'zod/mini'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { SmsRow } from '@kaibo/contract/live-account/sms.schema.ts'
import { maskedPhone } from '@kaibo/contract/live-account/sms.rules.ts'
import { wordsOf } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { useLive } from '#client/live.ts'
import { refresh } from '#client/query.ts'
import { OnlineButton } from '#kit/action/online-button.tsx'
import { columnsOf } from '#kit/list/columns-of.tsx'
import { ListBody, ListFilters, ListHead } from '#kit/list/list-pieces.tsx'
import { useUrlState } from '#kit/list/url-state.ts'
import { useListControl, type ListSettings } from '#kit/list/use-list-control.ts'
import { lazily } from '#kit/panel/lazily.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { CodeCell } from '../parts/code-cell.tsx'
import { GatewaySteps } from '../parts/gateway-steps.tsx'
import '../sms.i18n.ts'
import styles from '../sms.module.css'

type Row = SmsRow
const t = wordsOf('sms')
const { column, text, instant, filter } = columnsOf(liveAccountApi.sms)

const messages: ListSettings<typeof liveAccountApi.sms> = {
  name: 'live-account.sms',
  words: {
    title: t('title'),
    what: t('what'),
    items: (count) => t('items', { count }),
    hint: t('hint'),
  },
  endpoint: liveAccountApi.sms,
  rowKey: 'sms_id',
  nameOf: ({ sender }) => sender,
  columns: [
    instant('received_at', { width: 130 }),
    column<Row>('code', { width: 200, card: 'status' }, ({ code }) => <CodeCell code={code} />),
    column<Row>('phone', { width: 130, card: 'meta' }, ({ phone }) => maskedPhone(phone)),
    column<Row>('account', { width: 150, card: 'meta' }, ({ account }) =>
      account ? account.name : EMPTY_CELL,
    ),
    text('sender', { width: 120, card: 'meta' }),
    column<Row>('content', { width: 300, wrap: true, card: 'meta' }, ({ content }) => (
      <span className={styles.content}>{content}</span>
    )),
    column<Row>('gateway', { width: 110 }, ({ gateway }) => gateway?.name ?? EMPTY_CELL),
  ],
  filters: [
    filter({ kind: 'options', name: 'account_id', from: optionLists.liveAccounts }),
    filter({ kind: 'tick', name: 'with_code', value: IsOrNot.is }),
  ],
}

const GatewayDrawer = lazily(
  async () => (await import('../parts/gateway-drawer.tsx')).GatewayDrawer,
)

const PageState = z.object({ gateways: z.optional(z.int()) })

const showNew = () => refresh(liveAccountApi.sms)

/** What platforms send to the phones of live accounts, as it comes. */
export default function LiveAccountSmsPage() {
  const speak = useSpeak()
  const list = useListControl(messages)
  const [{ gateways: open }, change] = useUrlState(PageState)
  // Somebody waits for a code: it shows at once.
  useLive('live-account.sms', showNew, showNew)
  const gateways = (
    <OnlineButton type="primary" onClick={() => change({ gateways: 1 })}>
      {speak(t('gateways'))}
    </OnlineButton>
  )
  return (
    <div data-kit="list" data-state={list.state}>
      <ListHead list={list} create={gateways} />
      <ListFilters list={list} />
      <ListBody list={list} create={<GatewaySteps />} />
      {open ? <GatewayDrawer onClose={() => change({ gateways: undefined })} /> : null}
    </div>
  )
}
