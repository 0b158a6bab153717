import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  title: '添加 PC',
  make: '生成登记码',
  done: '完成',
  name_hint: '贴在机箱上的名字，方便现场找到它。',
  address_hint: 'PC 用它连接服务器，须能在 PC 上打开。保存后，以后添加的 PC 也用它。',
  command_title: '在「{{name}}」上运行',
  command_hint:
    '在 PC 上建一个文件夹，在里面打开终端，把对应系统的一行粘贴进去：它下载客户端、核对校验和并启动。登记码只能用一次，{{time}} 前有效。',
  line_sh: 'macOS / Linux',
  line_powershell: 'Windows（PowerShell）',
  line_again: '以后再启动',
  line_voice_sh: '装语音（可选，GPL-3.0，服务器断开时也能出声）：Linux、macOS',
  line_voice_powershell: '装语音（可选）：Windows PowerShell',
  only_here: '这是本机地址，命令只能在服务器这台电脑上用。',
  listens_here:
    '服务器现在只接受本机的连接。要让别的电脑连上，用 KAIBO_HOST=0.0.0.0 启动服务器，或在前面放反向代理，再填它的地址。',
  offered: '这台服务器的地址：',
}

const en = {
  title: 'Add PC',
  make: 'Make enrolment code',
  done: 'Done',
  name_hint: 'The name on the case, so that it is found on site.',
  address_hint:
    'Where PCs find the server; it must open on the PC. It is kept for the PCs that are added later.',
  command_title: 'Run on “{{name}}”',
  command_hint:
    'Make a folder on the PC, open a terminal in it and paste the line for its system: it downloads the client, checks it and starts it. The code works once, until {{time}}.',
  line_sh: 'macOS / Linux',
  line_powershell: 'Windows (PowerShell)',
  line_again: 'To start it again',
  line_voice_sh: 'The voice (optional, GPL-3.0; heard also while the server is away): Linux, macOS',
  line_voice_powershell: 'The voice (optional): Windows PowerShell',
  only_here: 'This is the machine’s own address: the line works on the server’s machine alone.',
  listens_here:
    'The server takes connections from its own machine only. For other PCs, start it with KAIBO_HOST=0.0.0.0, or put a proxy in front and enter its address.',
  offered: 'Addresses of this server:',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    monitor: typeof zh
  }
}

addTexts('monitor', { zh, en })
