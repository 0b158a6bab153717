import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '添加 PC',
  make: '生成登记码',
  done: '完成',
  name_hint: '贴在机箱上的名字，方便现场找到它。',
  address_hint: 'PC 用它连接服务器，须能在 PC 上打开。保存后，以后添加的 PC 也用它。',
  command_title: '在「{{name}}」上运行',
  command_hint: '把这条命令粘贴到 PC 的终端里。登记码只能用一次，{{time}} 前有效。',
  command: '命令',
}

const en = {
  title: 'Add PC',
  make: 'Make enrolment code',
  done: 'Done',
  name_hint: 'The name on the case, so that it is found on site.',
  address_hint:
    'Where PCs find the server; it must open on the PC. It is kept for the PCs that are added later.',
  command_title: 'Run on “{{name}}”',
  command_hint: 'Paste this into a terminal on the PC. The code works once, until {{time}}.',
  command: 'Command',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    monitor: typeof zh
  }
}

addTexts('monitor', { zh, en })
