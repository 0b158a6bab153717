import { ArrowRightOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { matchPath, useNavigate } from 'react-router'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { searchApi } from '@kaibo/contract/search/search.api.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useSession } from '#client/session.ts'
import { playActions } from '#domains/room/room.actions.tsx'
import { canAct } from '#kit/action/action.ts'
import { useActs } from '#kit/action/act-host.tsx'
import { actsFor } from './palette.acts.tsx'
import { foundBy, pagesOf, type PaletteGroup, type PaletteItem } from './palette.items.ts'
import { recordGroups } from './palette.records.tsx'
import { recentChoices } from './recent.ts'
import { useRoomActs } from './use-room-acts.tsx'
import { useSettled } from './use-settled.ts'

/** What was typed is asked for when nothing more has been typed for so long. */
const PAUSE_MS = 120
/** One letter of the alphabet finds nearly everything; one character does not. */
const TELLS = /..|\p{Script=Han}/u

interface Palette {
  groups: readonly PaletteGroup[]
  /** What needs no asking is there. */
  isReady: boolean
  /** What is shown of records may be what was found before. */
  isAsking: boolean
  error: Error | null
}

/** What the search shows for what was typed. `onComplete` puts more into its field. */
export function usePalette(keyword: string, onComplete: (text: string) => void): Palette {
  const t = useText('palette')
  const lang = useLanguage()
  const goTo = useGoTo()
  const session = useSession()
  const asked = useSettled(keyword, PAUSE_MS)
  const asks = TELLS.test(asked)
  const found = useCall(searchApi.find, { keyword: asked }, { enabled: asks, keep: true })
  const onRooms = useRoomActs(asked)
  const isLate = asks && (found.isLoading || found.isPlaceholderData)
  const isAsking = asked !== keyword || isLate || onRooms.isAsking
  const { pages, isReady } = usePages()
  const acts = useActItems()
  const verbs = playActions.map(({ name, icon, label }): PaletteItem => {
    const act = label[lang]
    const whole = t('which_room', { act })
    return {
      key: name,
      icon,
      label: whole,
      detail: '',
      run: () => onComplete(`${act} `),
      stays: true,
    }
  })
  const group = (key: 'recent' | 'pages' | 'acts', items: readonly PaletteItem[]) =>
    items.length > 0 ? [{ key, title: t(key), items }] : []

  if (keyword === '') {
    // What cannot be done is said to whoever looks for it.
    const able = acts.filter(({ refused }) => refused === undefined)
    const groups = [
      ...group('recent', recentItems(pages, able, goTo)),
      ...group('pages', pages),
      ...group('acts', [...verbs, ...able]),
    ]
    return { groups, isReady, isAsking: false, error: null }
  }
  // Whoever has said what to do is shown the rooms, and asked which one only where there are none.
  const isSaid = onRooms.isSaid && (isAsking || onRooms.groups.length > 0)
  const records = asks ? recordGroups(found.data?.list ?? [], asked, { session, lang }, goTo) : []
  return {
    groups: [
      // What is here at once stands first: nothing that comes later moves what somebody is about to choose.
      ...group('pages', foundBy(keyword, pages)),
      ...group('acts', foundBy(keyword, [...(isSaid ? [] : verbs), ...acts])),
      ...onRooms.groups,
      ...records,
    ],
    isReady,
    isAsking,
    error: asks ? (found.error ?? onRooms.error) : null,
  }
}

function useGoTo(): (address: string) => void {
  const navigate = useNavigate()
  return (address) => void navigate(address)
}

function usePages() {
  const goTo = useGoTo()
  const { data, isLoading } = useCall(authApi.menus, {})
  const pages = pagesOf(data?.list ?? []).map(({ path, name, area }): PaletteItem => ({
    key: path,
    icon: <ArrowRightOutlined aria-hidden />,
    label: name,
    detail: area,
    to: path,
    run: () => goTo(path),
  }))
  return { pages, isReady: !isLoading }
}

function useActItems(): PaletteItem[] {
  const lang = useLanguage()
  const goTo = useGoTo()
  const session = useSession()
  const perform = useActs()
  return actsFor(goTo).map((action) => {
    const can = canAct(session, action, undefined)
    return {
      key: action.name,
      icon: action.icon,
      label: action.label[lang],
      detail: '',
      refused: can === true ? undefined : can[lang],
      run: () => perform(action, undefined),
    }
  })
}

/** What was chosen last and still may be: an act that stands, or a place on a page that this person has. */
function recentItems(
  pages: readonly PaletteItem[],
  acts: readonly PaletteItem[],
  goTo: (address: string) => void,
): PaletteItem[] {
  return recentChoices().flatMap(({ key, label, detail, to }) => {
    const icon = <ClockCircleOutlined aria-hidden />
    if (to === undefined)
      return acts
        .filter((act) => act.key === key)
        .map((act) => ({ ...act, key: `recent-${key}`, icon }))
    const page = listOf(to.split('?')[0] ?? '')
    if (!pages.some((known) => known.key === page)) return []
    return [{ key: `recent-${key}`, icon, label, detail, to, run: () => goTo(to) }]
  })
}

/** The page that lists what a record's page shows; any other page is its own. */
function listOf(path: string): string {
  const { under } = Object.values(screens).find((screen) => matchPath(screen.path, path)) ?? {}
  return under ? screens[under].path : path
}
