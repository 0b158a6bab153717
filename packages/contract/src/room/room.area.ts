import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const roomArea = area('room', {
  called: words('直播间', 'Rooms'),
  // No call declares `imme` as its own: `stop` with `emergency` asks for it.
  acts: ['look', 'add', 'edit', 'play', 'operate', 'imme', 'del'],
  heldBy: {
    operator: ['look', 'add', 'edit', 'play', 'operate', 'imme'],
    finance: ['look'],
    guild: ['look', 'play', 'imme'],
  },
  screens: {
    digitalActor: {
      path: '/digital/actor',
      entry: { id: 'digital.actor', called: words('数字主播', 'Digital anchors') },
    },
    room: { path: '/digital/room/:room_code', under: 'digitalActor' },
  },
  kinds: { room: { called: nouns.room } },
})
