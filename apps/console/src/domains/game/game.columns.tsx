import { Link } from 'react-router'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { AuthExpireStatus, GameType, IsOrNot, OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import type { GameRow } from '@kaibo/contract/game/game.rows.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { wordsOf } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import { columnsOf, enabledColumn } from '#kit/list/columns-of.tsx'
import { Status } from '#kit/status/status.tsx'
import { optionLists } from '#domains/lookup/lookup.options.ts'
import './game.i18n.ts'

const t = wordsOf('game')
const { column, instant, filter } = columnsOf(gameApi.list, gameApi.add)

export const gameColumns = [
  column<GameRow>('name', { width: 180, title: nouns.game }, ({ icon, name, is_demo }, { lang }) =>
    [icon, name, is_demo === IsOrNot.is ? nouns.demo[lang] : ''].filter(Boolean).join(' '),
  ),
  enabledColumn,
  column<GameRow>('type', { width: 110, card: 'meta' }, ({ type }, { lang }) =>
    labelOf(GameType, type, lang),
  ),
  column<GameRow>('auth_status', { width: 110, card: 'meta' }, ({ auth_status }, { lang }) => (
    <Status tone={TONES[auth_status]}>{labelOf(AuthExpireStatus, auth_status, lang)}</Status>
  )),
  column<GameRow>('rooms', { width: 90, align: 'right', card: 'meta' }, ({ rooms }) => rooms),
  column<GameRow>(
    'connected',
    { width: 90, align: 'right', card: 'meta' },
    ({ connected }) => connected,
  ),
  column<GameRow>('events', { width: 90, align: 'right', card: 'meta' }, ({ game_id, events }) => (
    <Link to={paths.gameEvents(game_id)}>{events}</Link>
  )),
  column<GameRow>('vars', { width: 90, align: 'right', card: 'meta' }, ({ game_id, vars }) => (
    <Link to={paths.gEData({ game_id })}>{vars}</Link>
  )),
  column<GameRow>('drive', { width: 130, title: t('drive') }, ({ game_id, drive }, { lang }) => (
    <Link to={paths.gameDrive(game_id)}>
      {drive.idle_s} {t('seconds')[lang]}
    </Link>
  )),
  column<GameRow>('owner', { width: 140 }, ({ owner }) => owner?.name ?? EMPTY_CELL),
  column<GameRow>('orgs', { width: 160, wrap: true }, ({ orgs }) =>
    orgs.length > 0 ? orgs.map(({ name }) => name).join('、') : EMPTY_CELL,
  ),
  instant('updated_at', { width: 140 }),
]

const TONES = {
  [AuthExpireStatus.forever]: 'ok',
  [AuthExpireStatus.normal]: 'ok',
  [AuthExpireStatus.soon]: 'attention',
  [AuthExpireStatus.expired]: 'offline',
} as const

export const gameFilters = [
  filter({ kind: 'keyword', name: 'keyword' }, t('find')),
  filter({ kind: 'enum', name: 'type', of: GameType }),
  filter({ kind: 'enum', name: 'auth', of: AuthExpireStatus }),
  filter({ kind: 'options', name: 'org_id', from: optionLists.orgs }),
  filter({ kind: 'enum', name: 'enabled', of: OpenStatus }),
]
