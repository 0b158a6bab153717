import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const liveAccountArea = area('live-account', {
  called: words('直播账号', 'Live accounts'),
  acts: {
    look: words(
      '看到直播账号和今天的流水；看不到密钥',
      'See live accounts and what they took today; not their secrets',
    ),
    add: words('添加直播账号，填写平台的密钥', 'Add live accounts with their platform credentials'),
    edit: words(
      '修改直播账号：资料、平台密钥、福袋、启用和停用；看到完整手机号',
      'Edit live accounts: facts, credentials, lucky bag, enabling; see whole phone numbers',
    ),
    del: words('删除没有绑定直播间的直播账号', 'Delete live accounts that no room is bound to'),
    operate: words(
      '看到短信里的验证码；每次看到都留下记录',
      'See the codes in text messages; each look is recorded',
    ),
    manage: words(
      '更换推送密钥，添加和修改短信网关',
      'Renew push keys; add and change SMS gateways',
    ),
  },
  heldBy: {
    operator: ['look', 'add', 'edit', 'operate'],
    finance: ['look'],
    guild: ['look'],
  },
  screens: {
    liveAccount: {
      path: '/live/account',
      entry: { id: 'digital.accounts', called: nouns.liveAccount },
    },
    liveAccountSMS: {
      path: '/live/account/sms',
      entry: { id: 'digital.sms', called: words('短信', 'Text messages') },
    },
  },
  kinds: {
    live_account: { called: nouns.liveAccount },
    sms_gateway: { called: nouns.smsGateway, can: 'live-account.manage' },
  },
})
