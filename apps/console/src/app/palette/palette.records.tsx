import type { ReactNode } from 'react'
import {
  ApartmentOutlined,
  AudioOutlined,
  BranchesOutlined,
  CloudServerOutlined,
  DesktopOutlined,
  FileOutlined,
  FunctionOutlined,
  IdcardOutlined,
  TrophyOutlined,
  MessageOutlined,
  MobileOutlined,
  PictureOutlined,
  TeamOutlined,
  UnorderedListOutlined,
  UserOutlined,
  VideoCameraOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { kinds, type Kind } from '@kaibo/contract/facts/kinds.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import type { Permission } from '@kaibo/contract/kernel/endpoint.ts'
import { asIs, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Hit, HitsOfKind } from '@kaibo/contract/search/search.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { toneOf } from '#domains/room/room.present.ts'
import '#domains/room/room.i18n.ts'
import { canWith } from '#client/rights.ts'
import type { Session } from '#client/session.ts'
import { paths } from '#kit/address/paths.ts'
import { Status } from '#kit/status/status.tsx'
import type { PaletteGroup, PaletteItem } from './palette.items.ts'

const t = wordsOf('palette')
const tRoom = wordsOf('room')

interface Shown {
  icon: ReactNode
  /** Where one of them is seen, and where all are that a keyword finds. */
  one: (hit: Hit) => string
  all: (keyword: string) => string
  /** What that place takes, where it is not the right that shows them here. */
  can?: Permission
  /** What it is called, where that is not as it is stored. */
  called?: (hit: Hit) => Words
}

const onWall = (keyword: string) => paths.digitalActor({ keyword })

const shownAs: Readonly<Record<Kind, Shown>> = {
  room: {
    icon: <VideoCameraOutlined aria-hidden />,
    one: ({ id }) => paths.digitalActor({ room: id }),
    all: onWall,
  },
  talk_rule: {
    icon: <MessageOutlined aria-hidden />,
    one: ({ id }) => paths.talkRule(id),
    all: (keyword) => paths.talk({ keyword }),
  },
  game: {
    icon: <TrophyOutlined aria-hidden />,
    one: ({ name }) => paths.game({ keyword: name }),
    all: (keyword) => paths.game({ keyword }),
  },
  game_event: {
    icon: <BranchesOutlined aria-hidden />,
    one: ({ id, code }) => paths.gameEvents(id, { keyword: code }),
    all: (keyword) => paths.game({ keyword }),
  },
  game_var: {
    icon: <FunctionOutlined aria-hidden />,
    one: ({ id, code }) => paths.gEData({ game_id: id, keyword: code }),
    all: (keyword) => paths.gEData({ keyword }),
  },
  voice: {
    icon: <AudioOutlined aria-hidden />,
    one: ({ name }) => paths.voicemodel({ keyword: name }),
    all: (keyword) => paths.voicemodel({ keyword }),
  },
  voice_server: {
    icon: <CloudServerOutlined aria-hidden />,
    one: ({ name }) => paths.voice({ keyword: name }),
    all: (keyword) => paths.voice({ keyword }),
  },
  voice_resource: {
    icon: <FileOutlined aria-hidden />,
    one: ({ name }) => paths.voice({ 'res.keyword': name }),
    all: (keyword) => paths.voice({ 'res.keyword': keyword }),
  },
  asset: {
    icon: <PictureOutlined aria-hidden />,
    one: ({ name }) => paths.digitalAsset({ keyword: name }),
    all: (keyword) => paths.digitalAsset({ keyword }),
  },
  live_account: {
    icon: <IdcardOutlined aria-hidden />,
    one: ({ name }) => paths.liveAccount({ keyword: name }),
    all: (keyword) => paths.liveAccount({ keyword }),
  },
  sms_gateway: {
    icon: <MobileOutlined aria-hidden />,
    one: () => paths.liveAccountSMS({ gateways: '1' }),
    all: () => paths.liveAccountSMS({ gateways: '1' }),
  },
  // What has no screen of its own is seen by its rooms.
  pc: { icon: <DesktopOutlined aria-hidden />, one: ({ name }) => onWall(name), all: onWall },
  back_account: {
    icon: <WalletOutlined aria-hidden />,
    one: ({ name }) => paths.backaccount({ keyword: name }),
    all: (keyword) => paths.backaccount({ keyword }),
  },
  account: {
    icon: <UserOutlined aria-hidden />,
    one: ({ code }) => paths.account({ keyword: code }),
    all: (keyword) => paths.account({ keyword }),
  },
  group: {
    icon: <TeamOutlined aria-hidden />,
    called: groupWords,
    one: ({ name }) => paths.accountGroup({ keyword: name }),
    all: (keyword) => paths.accountGroup({ keyword }),
  },
  org: {
    icon: <ApartmentOutlined aria-hidden />,
    one: ({ name }) => paths.sociatyAccount({ keyword: name }),
    all: (keyword) => paths.sociatyAccount({ keyword }),
  },
}

/** What was found, by kind; where there is more, the last of a kind leads to its list. */
export function recordGroups(
  found: readonly HitsOfKind[],
  keyword: string,
  { session, lang }: { session: Session; lang: Lang },
  goTo: (address: string) => void,
): PaletteGroup[] {
  return found.map(({ kind, hits, more }) => {
    const {
      icon,
      one,
      all,
      can = 'login',
      called: nameOf = ({ name }: Hit) => asIs(name),
    } = shownAs[kind]
    const may = canWith(session, can)
    const leading = (to: string) => ({
      to,
      refused: may === true ? undefined : may[lang],
      run: () => goTo(to),
    })
    const items: PaletteItem[] = hits.map((hit) => ({
      key: `${kind}-${hit.id}`,
      icon,
      label: nameOf(hit)[lang],
      detail: [hit.code, hit.note].filter(Boolean).join(' · '),
      state: hit.state && (
        <Status tone={toneOf({ state: hit.state })}>{tRoom(`state_${hit.state}`)[lang]}</Status>
      ),
      ...leading(one(hit)),
    }))
    const rest: PaletteItem = {
      key: `${kind}-all`,
      icon: <UnorderedListOutlined aria-hidden />,
      label: t('all', { keyword, kind: titleOf(kind) })[lang],
      detail: '',
      passing: true,
      ...leading(all(keyword)),
    }
    return {
      key: kind,
      title: titleOf(kind)[lang],
      items: more ? [...items, rest] : items,
      isAsked: true,
    }
  })
}

const called = new Map(kinds.map((facts) => [facts.kind, facts.called]))

const titleOf = (kind: Kind): Words => called.get(kind) ?? asIs(kind)
