import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const monitorArea = area('monitor', {
  called: words('设备监控', 'PCs'),
  acts: {
    add: words(
      '添加 PC，生成安装命令；有全部数据范围的人还能设置服务器地址',
      'Add PCs and make their install lines; who sees all data also sets the server address',
    ),
  },
  heldBy: { operator: ['add'] },
  kinds: {
    // The wall shows which PC a room runs on.
    pc: { called: nouns.pc, can: 'room.look' },
  },
})
