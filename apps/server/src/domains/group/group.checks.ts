import { actLabel } from '@kaibo/contract/facts/acts.ts'
import { domainLabel, domainOf } from '@kaibo/contract/facts/domains.ts'
import { isWithin, menuIds, needOf, needOfMenu } from '@kaibo/contract/group/group.rules.ts'
import type { GroupDraft } from '@kaibo/contract/group/group.schema.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { invalid } from '#platform/fault.ts'

/** `room.play` in words: 「开播与停播直播间」. */
const called = (action: string): `「${string}」` =>
  `「${actLabel(action, 'zh')}${domainLabel(domainOf(action), 'zh')}」`

/** What a group grants must exist, hold together, and be the caller's to give; what it grants already may stay. */
export function checkRights(
  actor: Actor,
  draft: Pick<GroupDraft, 'actions' | 'menus' | 'scope' | 'kind'>,
  before: { actions: readonly string[]; scope: GroupDraft['scope'] } | undefined,
  allActions: readonly string[],
): void {
  const { actions, menus, scope } = draft
  const unknown = actions.find((action) => !allActions.includes(action))
  if (unknown) throw invalid({ actions: `没有操作${unknown}` })
  const unknownMenu = menus.find((id) => !menuIds.includes(id))
  if (unknownMenu) throw invalid({ menus: `没有菜单${unknownMenu}` })
  for (const action of actions) {
    const need = needOf(action, allActions)
    if (need && !actions.includes(need))
      throw invalid({ actions: `${called(action)}需要先有${called(need)}` })
    if (!before?.actions.includes(action) && !actor.actions.has(action))
      throw invalid({ actions: `你没有${called(action)}的权限，不能授予` })
  }
  for (const id of menus) {
    const need = needOfMenu[id] ?? ''
    if (!actions.includes(need)) throw invalid({ menus: `菜单${id}需要先有${called(need)}` })
  }
  if (draft.kind === 'guild' && scope === 'all')
    throw invalid({ scope: '公会类型的分组不能看所有公会的数据' })
  if (scope !== before?.scope && !isWithin(scope, actor.scope.kind))
    throw invalid({ scope: '不能授予超出你自己的数据范围' })
}
