import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const voiceArea = area('voice', {
  called: words('语音', 'Voices'),
  acts: {
    look: words('看到语音服务器、端口和音色', 'See voice servers, their ports and voices'),
    add: words('新增音色', 'Add voices'),
    edit: words('修改音色和它的授权', 'Edit voices and their licences'),
    del: words('删除没有直播间使用的音色', 'Delete voices that no room uses'),
    operate: words('试听音色，把直播间换到别的端口', 'Try voices; move rooms to other ports'),
    manage: words(
      '新增、修改和删除语音服务器，发布语音资源；可以填写内网地址',
      'Add, edit and delete voice servers, also inside the own network; publish resources to them',
    ),
  },
  heldBy: { operator: ['look', 'operate'] },
  screens: {
    voice: {
      path: '/voice',
      entry: { id: 'digital.voice', called: words('语音服务', 'Voice servers') },
    },
    voicemodel: {
      path: '/voicemodel',
      entry: { id: 'digital.voicemodel', called: words('音色', 'Voices') },
    },
  },
  kinds: {
    voice: { called: nouns.voice },
    voice_server: { called: nouns.voiceServer },
    voice_resource: { called: nouns.voiceResource },
  },
})
