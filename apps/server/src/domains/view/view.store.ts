import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>
export type Draft = Omit<Tables['saved_view'], 'uid' | 'list' | 'created_at'>

const groupsOf = (q: Q, uid: string) =>
  q.selectFrom('account_group_member').select('group_id').where('uid', '=', uid)

/** The views that a person sees: their own, and those of their enabled groups. */
const visible = (q: Q, uid: string) =>
  q
    .selectFrom('saved_view as view')
    .leftJoin('account_group as group', 'group.id', 'view.group_id')
    .select(['view.id', 'view.uid', 'view.list', 'view.name', 'view.state_json', 'view.group_id'])
    .select(['view.opens', 'group.name as group_name'])
    .where((is) =>
      is.or([
        is.and([is('view.uid', '=', uid), is('view.group_id', 'is', null)]),
        is.and([is('view.group_id', 'in', groupsOf(q, uid)), is('group.enabled', '=', 1)]),
      ]),
    )

export type ViewRecord = Awaited<ReturnType<typeof viewsOf>>[number]

const ownFirst = (q: Q, uid: string) =>
  visible(q, uid).orderBy((is) => is.case().when('view.group_id', 'is', null).then(0).else(1).end())

/** One's own first, then those of the groups, by name. */
export const viewsOf = (q: Q, uid: string, list: string) =>
  ownFirst(q, uid).where('view.list', '=', list).orderBy('view.name').orderBy('view.id').execute()

/** The default views of all lists: one's own first, then those of the groups in the order in which a login names them. */
export const defaultsOf = (q: Q, uid: string) =>
  ownFirst(q, uid).where('view.opens', '=', IsOrNot.is).orderBy('view.group_id').execute()

export const viewById = (q: Q, uid: string, id: string) =>
  visible(q, uid).where('view.id', '=', id).executeTakeFirst()

/** A group that the person is in. */
export const isMember = async (q: Q, uid: string, group_id: string) =>
  (await groupsOf(q, uid).where('group_id', '=', group_id).executeTakeFirst()) !== undefined

export const addView = (q: Q, view: Tables['saved_view']) =>
  q.insertInto('saved_view').values(view).execute()

export const changeView = (q: Q, { id, ...view }: Draft) =>
  q.updateTable('saved_view').set(view).where('id', '=', id).execute()

/** Whose default view of a list: a person's own, or that of the group. */
type Owner = Pick<Tables['saved_view'], 'uid' | 'group_id' | 'list'>

export const dropDefault = (q: Q, { uid, group_id, list }: Owner) =>
  q
    .updateTable('saved_view')
    .set({ opens: IsOrNot.not })
    .where('list', '=', list)
    .where('opens', '=', IsOrNot.is)
    .where((is) =>
      group_id === null
        ? is.and([is('uid', '=', uid), is('group_id', 'is', null)])
        : is('group_id', '=', group_id),
    )
    .execute()

export const removeView = (q: Q, id: string) =>
  q.deleteFrom('saved_view').where('id', '=', id).execute()
