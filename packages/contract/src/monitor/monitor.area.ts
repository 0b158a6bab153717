import { area } from '../facts/area.ts'
import { words } from '../kernel/words.ts'

export const monitorArea = area('monitor', {
  called: words('设备监控', 'PCs'),
  acts: ['add'],
  heldBy: { operator: ['add'] },
})
