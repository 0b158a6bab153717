import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useCall } from '#client/query.ts'

/** The rooms that fit what is typed, as options by their code, and `chosen` among them also where it does not fit. */
export function useRoomOptions(keyword: string, chosen: string | undefined) {
  const { data } = useCall(roomApi.list, { ...(keyword !== '' && { keyword }), page_size: 50 })
  const found = (data?.list ?? []).map(({ room_code, name }) => ({
    value: room_code,
    label: name,
  }))
  const isKnown = chosen === undefined || found.some(({ value }) => value === chosen)
  return isKnown ? found : [...found, { value: chosen, label: chosen }]
}
