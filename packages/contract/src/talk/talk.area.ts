import { area } from '../facts/area.ts'
import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'

export const talkArea = area('talk', {
  called: words('话术', 'Talk rules'),
  acts: {
    look: words('看到规则集、草稿和各个版本', 'See rule sets, their drafts and versions'),
    add: words('新建规则集', 'Add rule sets'),
    edit: words('写规则、改名称、启用和停用规则集', 'Write rules; rename, enable and disable sets'),
    del: words('删除没有直播间使用的规则集', 'Delete rule sets that no room uses'),
    agree: words(
      '发布、转正和撤回规则集，直播间立刻照它说话',
      'Publish rule sets and roll them back; rooms follow at once',
    ),
    manage: words(
      '管理敏感词，全部直播间立刻照它过滤',
      'Manage forbidden words; rooms are screened by them at once',
    ),
  },
  heldBy: {
    operator: ['look', 'add', 'edit', 'del', 'agree', 'manage'],
    guild: ['look', 'add', 'edit', 'del', 'agree'],
  },
  screens: {
    talk: {
      path: '/talk/list',
      entry: { id: 'digital.talk', called: words('话术规则', 'Talk rules') },
    },
    talkEdit: { path: '/talk/rule/:rule_id', under: 'talk' },
    digitalRule: { path: '/digital/rule/:room_code', under: 'digitalActor' },
    digitalRuleDrive: { path: '/digital/ruledrive/:room_code', under: 'digitalActor' },
    digitalQuestion: { path: '/digital/question/:room_code', under: 'digitalActor' },
  },
  kinds: { talk_rule: { called: nouns.ruleSet } },
})
