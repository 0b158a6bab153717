import { RefusedNote } from './refused-note.tsx'

/** A room's refused income; hidden if nothing is left to decide. */
export const RefusedOfRoom = ({ id }: { id: string }) => <RefusedNote room_code={id} quiet />
