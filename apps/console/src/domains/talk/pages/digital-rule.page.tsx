import { useParams } from 'react-router'
import { useText } from '#client/i18n.ts'
import { Part } from '#kit/part/part.tsx'
import { BindingEditor } from '../parts/binding-editor.tsx'
import { RoomPart } from '../parts/room-part.tsx'
import '../talk.i18n.ts'

/** Which sets one room runs by. */
export default function DigitalRulePage() {
  const { room_code = '' } = useParams()
  const t = useText('talk')
  return (
    <RoomPart
      key={room_code}
      room_code={room_code}
      part="talk"
      titleOf={(name) => t('room_rules', { name })}
    >
      {(part) => (
        <>
          <BindingEditor part={part} />
          <Part of="room.decisions" id={room_code} />
        </>
      )}
    </RoomPart>
  )
}
