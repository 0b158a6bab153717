import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  used_by: '已用于{{room}}',
  choose_account: '选择直播账号',
  choose_pc: '选择 PC',
  choose_groups: '选择分组',
  choose_group: '选择分组',
  choose_org: '选择公会',
  choose_studio: '选择工作室',
  choose_areas: '选择或输入地区',
  username_hint: '登录时用，之后不能修改。',
  password_hint: '首次登录要先修改。',
  org_disabled: '已停用',
}

const en = {
  used_by: 'used by {{room}}',
  choose_account: 'Choose a live account',
  choose_pc: 'Choose a PC',
  choose_groups: 'Choose groups',
  choose_group: 'Choose a group',
  choose_org: 'Choose a guild',
  choose_studio: 'Choose a studio',
  choose_areas: 'Choose or type areas',
  username_hint: 'For logging in; cannot be changed later.',
  password_hint: 'Changed at the first login.',
  org_disabled: 'disabled',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    lookup: typeof zh
  }
}

addTexts('lookup', { zh, en })
