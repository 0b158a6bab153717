import { useState } from 'react'
import { Select } from 'antd'
import { useRoomOptions } from '../lookup.rooms.ts'

interface RoomSelectProps {
  id?: string
  value?: string
  onChange?: (room_code: string) => void
}

/** One of all rooms, found by what is typed. */
export function RoomSelect({ value, ...rest }: RoomSelectProps) {
  const [keyword, setKeyword] = useState('')
  const options = useRoomOptions(keyword, value)
  return (
    <Select
      {...rest}
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
    />
  )
}
