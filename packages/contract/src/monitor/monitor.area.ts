import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const monitorArea = area('monitor', {
  called: words('设备监控', 'PCs'),
  acts: ['add'],
  heldBy: { operator: ['add'] },
  kinds: {
    // The wall shows which PC a room runs on.
    pc: { called: nouns.pc, can: 'room.look' },
  },
})
