import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  restored: '已恢复上次未保存的内容。',
  discard: '丢弃',
  cancel: '取消',
  leaveTitle: '有还没保存的内容',
  leaveText: '现在离开，填的内容不会生效。',
  leaveDraft: '现在离开，填的内容会留作草稿，下次打开时恢复。',
  stay: '继续编辑',
  leave: '离开',
  conflictTitle: '保存之前，这里已被改过',
  conflictHint: '选好每一项以谁的为准，再保存一次。',
  mine: '我的',
  theirs: '对方的',
  same: '改动的内容没有冲突，直接再保存一次即可。',
  olderTitle: '已填入旧版本的内容',
  olderHint: '以下几项会变，也可以逐项保持现在的；保存后才生效。',
  olderSame: '这个版本与现在没有不同，不用保存。',
  olderOf: '{{at}}，{{name}} 保存的版本。',
  version: '这个版本',
  older: '撤回为',
  now: '现在的',
  empty: '（空）',
  others: '{{names}}也打开了这张表单',
  others_some: '另外 {{count}} 人',
  others_more: '其他 {{count}} 人',
  refused: '不能{{act}}',
  gone: '{{what}}不存在',
  goneHint: '可能已被删除，或不在你的数据范围内。',
}
const en: Shape<typeof zh> = {
  restored: 'What was not saved last time is back.',
  discard: 'Discard',
  cancel: 'Cancel',
  leaveTitle: 'There are unsaved changes',
  leaveText: 'If you leave now they are not saved.',
  leaveDraft: 'If you leave now they are kept as a draft and come back next time.',
  stay: 'Keep editing',
  leave: 'Leave',
  conflictTitle: 'This was changed before you saved',
  conflictHint: 'Choose whose version holds, field by field, and save again.',
  mine: 'Mine',
  theirs: 'Theirs',
  same: 'The changes do not touch each other: save again.',
  olderTitle: 'An older version is filled in',
  olderHint:
    'These fields change, unless you keep what they hold now; nothing holds before it is saved.',
  olderSame: 'This version is no different from now: there is nothing to save.',
  olderOf: 'The version of {{at}}, saved by {{name}}.',
  version: 'versions',
  older: 'Back to',
  now: 'As now',
  empty: '(empty)',
  others: '{{names}} also has this form open',
  others_some: '{{count}} other people',
  others_some_one: 'Somebody else',
  others_more: '{{count}} more',
  refused: '{{act}}: no permission',
  gone: 'Not found among the {{what}}',
  goneHint: 'It may have been deleted, or is not yours to see.',
}

declare module '#client/i18n.ts' {
  interface Texts {
    form: typeof zh
  }
}
addTexts('form', { zh, en })
