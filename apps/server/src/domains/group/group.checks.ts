import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { actWords } from '@kaibo/contract/facts/acts.ts'
import { domainOf, domainWords } from '@kaibo/contract/facts/domains.ts'
import { isWithin, menuIds, needOf, needOfMenu } from '@kaibo/contract/group/group.rules.ts'
import type { GroupDraft } from '@kaibo/contract/group/group.schema.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { invalid } from '#platform/fault.ts'

/** `room.play` in words: 「开播与停播直播间」. */
function called(action: string): Words {
  const [act, of] = [actWords(action), domainWords(domainOf(action))]
  return words(`「${act.zh}${of.zh}」`, `“${act.en} ${of.en.toLowerCase()}”`)
}

function needs(what: Words, action: string): Words {
  const need = called(action)
  return words(`${what.zh}需要先有${need.zh}`, `${what.en} needs ${need.en} first`)
}

const notYours = ({ zh, en }: Words): Words =>
  words(`你没有${zh}的权限，不能授予`, `You do not hold ${en} and cannot grant it`)

/** Every right that a group grants must exist, have the right it needs, and be held by the caller unless granted before. */
export function checkRights(
  actor: Actor,
  draft: Pick<GroupDraft, 'actions' | 'menus' | 'scope' | 'kind'>,
  before: { actions: readonly string[]; scope: GroupDraft['scope'] } | undefined,
  allActions: readonly string[],
): void {
  const { actions, menus, scope } = draft
  const unknown = actions.find((action) => !allActions.includes(action))
  if (unknown)
    throw invalid({ actions: words(`没有操作${unknown}`, `There is no action ${unknown}`) })
  const unknownMenu = menus.find((id) => !menuIds.includes(id))
  if (unknownMenu)
    throw invalid({ menus: words(`没有菜单${unknownMenu}`, `There is no menu ${unknownMenu}`) })
  for (const action of actions) {
    const need = needOf(action, allActions)
    if (need && !actions.includes(need)) throw invalid({ actions: needs(called(action), need) })
    if (!before?.actions.includes(action) && !actor.actions.has(action))
      throw invalid({ actions: notYours(called(action)) })
  }
  for (const id of menus) {
    const need = needOfMenu[id] ?? ''
    if (!actions.includes(need))
      throw invalid({ menus: needs(words(`菜单${id}`, `The menu ${id}`), need) })
  }
  if (draft.kind === 'guild' && scope === 'all')
    throw invalid({
      scope: words(
        '公会类型的分组不能看所有公会的数据',
        'A group for guilds cannot see the data of all guilds',
      ),
    })
  if (scope !== before?.scope && !isWithin(scope, actor.scope.kind))
    throw invalid({
      scope: words(
        '不能授予超出你自己的数据范围',
        'You cannot grant more data than you see yourself',
      ),
    })
}
