import { RefusedNote } from './refused-note.tsx'

/** What came for a room and is not in the books; nothing where there is nothing to decide. */
export const RefusedOfRoom = ({ id }: { id: string }) => <RefusedNote room_code={id} quiet />
