import { useParams } from 'react-router'
import { useText } from '#client/i18n.ts'
import { DriveEditor } from '../parts/drive-editor.tsx'
import { RoomPart } from '../parts/room-part.tsx'
import '../talk-room.i18n.ts'

/** When one room speaks of its own accord. */
export default function DigitalRuleDrivePage() {
  const { room_code = '' } = useParams()
  const t = useText('talk_room')
  return (
    <RoomPart
      key={room_code}
      room_code={room_code}
      part="initiative"
      titleOf={(name) => t('drive_title', { name })}
    >
      {(part) => (part.drive ? <DriveEditor part={part} drive={part.drive} /> : null)}
    </RoomPart>
  )
}
