import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '添加直播账号',
  save: '添加账号',
  done: '知道了',
  hint: '直播账号是平台上的主播号：一个账号绑定一个直播间。',
  find: '昵称、平台UID或平台房间号',
  platform_hint: '不同平台需要的凭据不同，凭据加密保存，之后不再显示。',
  platform_fixed: '有流水后不能更换。',
  uid_hint: '平台主页上的数字编号，可不填。',
  douyin_room_hint: '抖音推送里的 x-roomid，靠它认出是哪个直播间。',
  part_credentials: '平台凭据',
  kept_secret: '已填的不显示，留空则不变；直播中不能更换。',
  tag_hint: '同一组的账号可以一起筛选。',
  phone_hint: '绑定的手机号：短信网关收到的验证码靠它找到账号。',
  org_hint: '更换公会须先停播并解绑直播间。',
  push_title: '「{{name}}」的推送密钥',
  push_hint: '第三方系统向本直播间推送事件时用。密钥只显示这一次，请现在保存。',
  push_key: '推送 Key',
  push_secret: '推送 Secret',
  deleted: '已删除直播账号「{{name}}」',
  renew: '更换推送密钥',
  renew_title: '更换「{{name}}」的推送密钥',
  renew_hint: '旧密钥立即失效，推送事件的系统要换成新密钥。',
  disable_hint: '下次开播前会被拦下，正在播的不受影响。',
  enable_hint: '可以绑定直播间并开播。',
  ready: '资料完整',
  incomplete: '缺少凭据',
  unknown: '凭据无法读取',
  lottery: '福袋',
  lottery_title: '「{{name}}」的福袋',
  lottery_save: '保存福袋',
  lottery_hint:
    '直播中由本系统自己抽奖：到点开启，收集参与的观众（不含AI和测试），到时用事先承诺的随机种子开奖并念出中奖观众。',
  lottery_every: '每 {{every}} 分钟，{{winners}} 人',
  lottery_off: '未开启',
  word_hint: '观众发的弹幕含有口令就算参与。',
}

const en = {
  title: 'Add live account',
  save: 'Add account',
  done: 'Got it',
  hint: 'A live account is an anchor’s account on a platform; each is bound to one room.',
  find: 'Name, platform UID or room number',
  platform_hint:
    'Each platform needs its own credentials; they are stored encrypted and not shown again.',
  platform_fixed: 'It stays once there is income.',
  uid_hint: 'The number on the platform’s profile; may stay empty.',
  douyin_room_hint: 'The x-roomid of Douyin’s pushes: it tells which room they are for.',
  part_credentials: 'Platform credentials',
  kept_secret: 'What was entered is not shown; left empty, it stays. Not to be changed on air.',
  tag_hint: 'Accounts of one group can be filtered together.',
  phone_hint: 'The phone it is bound to: by it, codes from SMS gateways find the account.',
  org_hint: 'To move it to another guild, stop its room and unbind it first.',
  push_title: 'Push key of “{{name}}”',
  push_hint: 'For other systems that push events to this room. Shown this once: keep it now.',
  push_key: 'Push key',
  push_secret: 'Push secret',
  deleted: 'Deleted the live account “{{name}}”',
  renew: 'Renew push key',
  renew_title: 'Renew the push key of “{{name}}”',
  renew_hint: 'The old key stops working at once; whoever pushes events needs the new one.',
  disable_hint: 'The next start is held back; a run on air goes on.',
  enable_hint: 'It can be bound to a room and go on air.',
  ready: 'Complete',
  incomplete: 'Credentials missing',
  unknown: 'Credentials unreadable',
  lottery: 'Lucky bag',
  lottery_title: 'Lucky bag of “{{name}}”',
  lottery_save: 'Save lucky bag',
  lottery_hint:
    'Our own draw on air: it opens by itself, collects the viewers who take part (no AI, no test), draws by a random seed that was committed to before, and says who won.',
  lottery_every: 'Every {{every}} min, {{winners}} winners',
  lottery_off: 'Off',
  word_hint: 'A danmu that holds the word takes part.',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    'live-account': typeof zh
  }
}

addTexts('live-account', { zh, en })
