import { LiveStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { playActions } from '#domains/room/room.actions.tsx'
import { canAct } from '#kit/action/action.ts'
import { useActs } from '#kit/action/act-host.tsx'
import type { PaletteGroup, PaletteItem } from './palette.items.ts'
import { verbIn } from './palette.verbs.ts'

const MAX_ROOMS = 6

/** The rooms that an act is for where none is named: those that it may be done to. */
const standing = { start: LiveStatus.undo, stop: LiveStatus.doing } as const

/** 开播 阿狸: the act on each room that the rest of what was typed finds, by the same act and question as anywhere. */
export function useRoomActs(typed: string): {
  groups: PaletteGroup[]
  /** What is to be done has been typed. */
  isSaid: boolean
  isAsking: boolean
  error: Error | null
} {
  const t = useText('palette')
  const lang = useLanguage()
  const session = useSession()
  const perform = useActs()
  const looks = useCan('room.look') === true
  const verbs = playActions.map((action) => ({ action, label: action.label[lang] }))
  const said = verbIn(typed, verbs)
  const status = said?.verb.action.name === 'stop' ? standing.stop : standing.start
  const rooms = useCall(
    roomApi.list,
    { page_size: MAX_ROOMS, ...(said?.rest ? { keyword: said.rest } : { status }) },
    { enabled: said !== undefined && looks },
  )
  if (!said || !looks) return { groups: [], isSaid: false, isAsking: false, error: null }

  const { action, label } = said.verb
  const items = (rooms.data?.list ?? []).map((room): PaletteItem => {
    const can = canAct(session, action, room)
    return {
      key: `${action.name}-${room.room_code}`,
      icon: action.icon,
      label: t('on_room', { act: label, room: room.name }),
      detail: [room.room_code, room.account.nickname].join(' · '),
      refused: can === true ? undefined : can[lang],
      run: () => perform(action, room),
      passing: true,
    }
  })
  return {
    groups: items.length > 0 ? [{ key: 'on-rooms', title: label, items, isAsked: true }] : [],
    isSaid: true,
    isAsking: rooms.isLoading,
    error: rooms.error,
  }
}
