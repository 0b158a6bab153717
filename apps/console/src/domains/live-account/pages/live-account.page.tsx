import { Tag } from 'antd'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { LiveAccountRow } from '@kaibo/contract/live-account/live-account.schema.ts'
import { maskedPhone } from '@kaibo/contract/live-account/sms.rules.ts'
import { wordsOf } from '#client/i18n.ts'
import { RoomPageLink } from '#entities/room/room-page-link.tsx'
import { Money } from '#kit/cell/cell.tsx'
import { columnsOf, enabledColumn } from '#kit/list/columns-of.tsx'
import { ListPage, type ListPageProps } from '#kit/list/list-page.tsx'
import { listWords } from '#kit/noun/phrases.ts'
import { Status } from '#kit/status/status.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import { createLiveAccount, liveAccountActions } from '../live-account.actions.tsx'
import '../live-account.i18n.ts'

type Row = LiveAccountRow
const t = wordsOf('live-account')
const { column, text, instant, filter } = columnsOf(
  liveAccountApi.list,
  liveAccountApi.add,
  liveAccountApi.update,
)

const TONES = { ready: 'ok', incomplete: 'attention', unknown: 'failed' } as const

const accounts: ListPageProps<typeof liveAccountApi.list> = {
  name: 'live-account',
  words: listWords(nouns.liveAccount, { title: nouns.liveAccount, hint: t('hint') }),
  endpoint: liveAccountApi.list,
  rowKey: 'account_id',
  nameOf: ({ nickname }) => nickname,
  columns: [
    column<Row>('nickname', { width: 180 }, ({ nickname, is_demo }, { lang }) => (
      <>
        {nickname} {is_demo === IsOrNot.is ? <Tag>{nouns.demo[lang]}</Tag> : null}
      </>
    )),
    enabledColumn,
    column<Row>('platform', { width: 100, card: 'meta' }, ({ platform }, { lang }) =>
      labelOf(PLATFORMS, platform, lang),
    ),
    column<Row>('login_state', { width: 120, card: 'meta' }, ({ login_state }, { lang }) => (
      <Status tone={TONES[login_state]}>{t(login_state)[lang]}</Status>
    )),
    column<Row>('room', { width: 150, card: 'meta' }, ({ room }) =>
      room ? <RoomPageLink room_code={room.room_code}>{room.name}</RoomPageLink> : EMPTY_CELL,
    ),
    column<Row>('org', { width: 130, card: 'meta' }, ({ org }) => org.name),
    text('tag', { width: 100 }),
    column<Row>('phone', { width: 130, card: 'meta' }, ({ phone }) =>
      phone === '' ? EMPTY_CELL : maskedPhone(phone),
    ),
    column<Row>('lottery', { width: 160, card: 'meta' }, ({ lottery }, { lang }) =>
      lottery?.enabled === OpenStatus.open
        ? t('lottery_every', { every: lottery.every_min, winners: lottery.winners })[lang]
        : t('lottery_off')[lang],
    ),
    column<Row>('today_fen', { width: 110, align: 'right', card: 'meta' }, ({ today_fen }) => (
      <Money fen={today_fen} />
    )),
    text('platform_uid', { width: 130, optional: true }),
    text('area', { width: 100, optional: true }),
    instant('created_at', { width: 140, optional: true }),
  ],
  filters: [
    filter({ kind: 'keyword', name: 'keyword' }, t('find')),
    filter({ kind: 'enum', name: 'platform', of: PLATFORMS }),
    filter({ kind: 'options', name: 'org_id', from: optionLists.orgs }),
    filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
  ],
  actions: liveAccountActions,
  create: createLiveAccount,
  find: (account_id) => ({ account_id }),
}

export default function LiveAccountPage() {
  return <ListPage {...accounts} />
}
