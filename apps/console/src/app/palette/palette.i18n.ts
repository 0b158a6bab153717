import { addTexts, type Shape } from '#client/i18n.ts'

const zh = {
  search: '搜索与跳转',
  box: '搜索',
  hint: '名称、拼音、编号或「开播 阿狸」',
  none: '没有找到',
  failed: '没能搜索：{{reason}}',
  loading: '加载中',
  close: '关闭搜索',
  recent: '最近',
  pages: '页面',
  acts: '操作',
  all: '全部含「{{keyword}}」的{{kind}}',
  refused: '不能{{act}}：{{reason}}',
  on_room: '{{act}} {{room}}',
  which_room: '{{act}}：输入直播间名称',
  keys: '↑↓ 选择　回车 打开　Esc 关闭',
  add_live_account: '新增直播账号',
  add_pc: '添加PC',
}

const en = {
  search: 'Search and go',
  box: 'Search',
  hint: 'A name, pinyin, a code or “Start Ali”',
  none: 'Nothing found',
  failed: 'The search failed: {{reason}}',
  loading: 'Loading',
  close: 'Close the search',
  recent: 'Recent',
  pages: 'Pages',
  acts: 'Acts',
  all: '{{kind}}: all with “{{keyword}}”',
  refused: '{{act}} is not possible: {{reason}}',
  on_room: '{{act}} {{room}}',
  which_room: '{{act}}: type a room’s name',
  keys: '↑↓ choose   Enter opens   Esc closes',
  add_live_account: 'Add live account',
  add_pc: 'Add PC',
} satisfies Shape<typeof zh>

declare module '#client/i18n.ts' {
  interface Texts {
    palette: typeof zh
  }
}

addTexts('palette', { zh, en })
