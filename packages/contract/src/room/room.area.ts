import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const roomArea = area('room', {
  called: words('直播间', 'Rooms'),
  acts: {
    look: words(
      '看到墙和直播间的状态、时间线、控制台日志',
      'See the wall and the state, timeline and logs of rooms',
    ),
    add: words('新建直播间，绑定直播账号和 PC', 'Add rooms: bind a live account and a PC'),
    edit: words('修改没有在播的直播间', 'Edit rooms that are not on air'),
    play: words('开播、停播，为停播补写原因', 'Start and stop rooms, and say why one was stopped'),
    operate: words(
      '暂停、接管、静音、立即说；重置直播间：清空话术队列、冷却和本场变量',
      'Pause, take over, mute and have rooms say something; reset them: clear the talk queue, cooldowns and variables of the run',
    ),
    // No call declares it as its own: `stop` with `emergency` asks for it.
    imme: words(
      '不等这一句说完，马上停播',
      'Emergency stop: at once, without waiting for the sentence to end',
    ),
    del: words('删除直播间；它的场次和收入保留', 'Delete rooms; their runs and income stay'),
  },
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
    digitalEdit: { path: '/digital/edit/:room_code', under: 'digitalActor' },
    digitalPlan: { path: '/digital/plan/:room_code', under: 'digitalActor' },
  },
  kinds: { room: { called: nouns.room } },
})
