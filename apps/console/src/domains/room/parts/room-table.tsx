import { Table } from 'antd'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { roomColumns } from '../room.columns.tsx'

interface RoomTableProps {
  rooms: RoomRow[]
  chosen: ReadonlySet<string>
  onChoose: (codes: ReadonlySet<string>) => void
  hrefOf: (room_code: string) => string
}

/** The wall's rooms in rows; a chunk of its own, which the wall does not wait for. */
export function RoomTable({ rooms, chosen, onChoose, hrefOf }: RoomTableProps) {
  const t = useText('room')
  const lang = useLanguage()
  return (
    <Table
      rowKey="room_code"
      size="middle"
      columns={roomColumns({ t, lang, hrefOf })}
      dataSource={rooms}
      pagination={false}
      scroll={{ x: 1280 }}
      rowSelection={{
        selectedRowKeys: [...chosen],
        onChange: (keys) => onChoose(new Set(keys.map(String))),
      }}
    />
  )
}
