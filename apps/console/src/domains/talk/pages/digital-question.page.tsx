import { useParams } from 'react-router'
import { useText } from '#client/i18n.ts'
import { ReplyEditor } from '../parts/reply-editor.tsx'
import { RoomPart } from '../parts/room-part.tsx'
import '../talk-room.i18n.ts'

/** The questions that one room answers. */
export default function DigitalQuestionPage() {
  const { room_code = '' } = useParams()
  const t = useText('talk_room')
  return (
    <RoomPart
      key={room_code}
      room_code={room_code}
      part="reply"
      titleOf={(name) => t('reply_title', { name })}
    >
      {(part) => (part.replies ? <ReplyEditor part={part} replies={part.replies} /> : null)}
    </RoomPart>
  )
}
