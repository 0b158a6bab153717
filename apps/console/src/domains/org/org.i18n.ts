import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '公会账号',
  what: '公会',
  items: '{{count}} 个公会',
  hint: '公会是一家合作方：有自己的直播间、账号和收入，由一个公会账号管理。',
  keyword: '公会、联系人或账号',
  status: '状态',
  area: '地区',
  column_name: '公会',
  owner: '公会账号',
  no_owner: '没有',
  contact: '联系人',
  areas: '地区',
  share_rate: '分成比例（%）',
  has: '直播间 · 直播账号 · 人员',
  created: '创建时间',
  login: '最近登录',
  demo: '演示',
  create: '新增公会',
  edit: '编辑',
  edit_title: '编辑公会「{{name}}」',
  save: '保存公会',
  account_part: '公会账号',
  areas_hint: '输入后回车，可填多个。',
  share_hint: '公会从流水里分得的比例。',
  username_hint: '公会的人用它登录，之后不能修改。',
  password_hint: '首次登录要先修改。',
  enable_title: '启用公会「{{name}}」',
  enable_hint: '公会的人可以重新登录，直播间可以开播。',
  disable_title: '停用公会「{{name}}」',
  disable_hint:
    '{{accounts}} 个人会立即退出登录，{{rooms}} 间直播间不能再开播；正在播的不会中断。可以重新启用。',
  bulk_hint: '公会的人会立即退出登录，直播间不能再开播；正在播的不会中断。',
}
const en: Shape<typeof zh> = {
  title: 'Guild accounts',
  what: 'guilds',
  items: '{{count}} guilds',
  items_one: '{{count}} guild',
  hint: 'A guild is a partner with rooms, accounts and income of its own, run by one account.',
  keyword: 'Guild, contact or account',
  status: 'Status',
  area: 'Area',
  column_name: 'Guild',
  owner: 'Account',
  no_owner: 'None',
  contact: 'Contact',
  areas: 'Areas',
  share_rate: 'Share (%)',
  has: 'Rooms · live accounts · people',
  created: 'Created',
  login: 'Last login',
  demo: 'Demo',
  create: 'New guild',
  edit: 'Edit',
  edit_title: 'Edit “{{name}}”',
  save: 'Save guild',
  account_part: 'Its account',
  areas_hint: 'Press Enter after each.',
  share_hint: 'What the guild gets of the gross.',
  username_hint: 'For logging in; cannot be changed later.',
  password_hint: 'Changed at the first login.',
  enable_title: 'Enable “{{name}}”',
  enable_hint: 'Its people can log in again and its rooms can start.',
  disable_title: 'Disable “{{name}}”',
  disable_hint:
    '{{accounts}} people are logged out at once and {{rooms}} rooms cannot start; what is on air stays on air. It can be enabled again.',
  bulk_hint: 'Their people are logged out at once and their rooms cannot start.',
}

declare module '#client/i18n.ts' {
  interface Texts {
    org: typeof zh
  }
}
addTexts('org', { zh, en })
