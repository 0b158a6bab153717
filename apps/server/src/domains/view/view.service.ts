import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { Opening, View, ViewDraft, ViewState } from '@kaibo/contract/view/view.schema.ts'
import { ownsGroups } from '#domains/lookup/grant.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { absent, conflict, fault, invalid, notFound } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './view.store.ts'

type Q = Queryable<Tables>

export interface ViewService {
  list(actor: Actor, list: string): Promise<View[]>
  /** By what each list opens that has a default view for this person. */
  openings(uid: string): Promise<Opening[]>
  save(actor: Actor, draft: ViewDraft): Promise<{ before: View | null; after: View }>
  /** Returns the removed view. */
  remove(actor: Actor, id: string): Promise<View>
}

/** The most views per person and list, so that the menu stays usable. */
export const MAX_VIEWS = 50
const GROUP_RIGHT = 'group.edit'

export function createViews({ db, clock, ids }: Platform<Tables>): ViewService {
  return {
    async list(actor, list) {
      const records = await store.viewsOf(db.query, actor.uid, list)
      return records.map((record) => viewOf(record, actor))
    },

    async openings(uid) {
      const records = await store.defaultsOf(db.query, uid)
      return records
        .filter(({ list }, at) => records.findIndex((one) => one.list === list) === at)
        .map(({ list, state_json }) => ({ list, state: stateIn(state_json) }))
    },

    save: (actor, draft) =>
      db.transaction(async (trx) => {
        const record = draft.id === undefined ? null : await toChange(trx, actor, draft.id)
        // The view would disappear from everybody else's menu.
        if (record && record.uid !== actor.uid && draft.group_id === null)
          throw invalid({
            group_id: words(
              '他人保存的分组视图不能改为个人视图，请另存为新视图',
              'A group’s view that somebody else saved cannot become personal; save a new one of your own',
            ),
          })
        if (draft.group_id === null) await hold(trx, 'account', 'uid', actor.uid)
        else await hold(trx, 'account_group', 'id', draft.group_id)
        await mustFit(trx, actor, draft)
        const now = clock.now()
        const id = draft.id ?? ids.next(now)
        const { uid, list } = record ?? { uid: actor.uid, list: draft.list }
        const { name, group_id, opens = opensStill(record, draft) } = draft
        if (opens === IsOrNot.is) await store.dropDefault(trx, { uid, group_id, list })
        const state_json = JSON.stringify(draft.state)
        const changed = { id, name, group_id, opens, state_json, updated_at: now }
        if (record) await store.changeView(trx, changed)
        else await store.addView(trx, { ...changed, uid, list, created_at: now })
        const after = viewOf(await toChange(trx, actor, id), actor)
        return { before: record && viewOf(record, actor), after }
      }),

    remove: (actor, id) =>
      db.transaction(async (trx) => {
        const record = await toChange(trx, actor, id)
        await store.removeView(trx, id)
        return viewOf(record, actor)
      }),
  }
}

/** Whether it stays a default view: one that is handed to somebody else is not theirs. */
const opensStill = (record: store.ViewRecord | null, { group_id }: ViewDraft): IsOrNot =>
  record?.group_id === group_id ? record.opens : IsOrNot.not

/** The view, if the caller sees it and may change it. */
async function toChange(q: Q, actor: Actor, id: string): Promise<store.ViewRecord> {
  const record = await store.viewById(q, actor.uid, id)
  if (!record) throw notFound(nouns.view)
  if (record.group_id !== null) mustHoldGroupRight(actor)
  return record
}

async function mustFit(q: Q, actor: Actor, draft: ViewDraft): Promise<void> {
  const { id, list, name, group_id } = draft
  if (group_id !== null) {
    mustHoldGroupRight(actor)
    if (!(await store.isMember(q, actor.uid, group_id)))
      throw invalid({ group_id: absent(nouns.group) })
  }
  const beside = (await store.viewsOf(q, actor.uid, list)).filter(
    (view) => view.id !== id && view.group_id === group_id,
  )
  if (beside.some((view) => view.name === name))
    throw invalid({ name: words('已有同名的视图', 'There is a view of this name already') })
  if (id === undefined && beside.length >= MAX_VIEWS)
    throw conflict(
      words(
        `最多保存${MAX_VIEWS}个视图，请先删除不用的`,
        `At most ${MAX_VIEWS} views are kept; delete some first`,
      ),
    )
}

/** A group's view is seen by all its members, of any organisation: changing it requires the right to edit groups. */
const mayChangeGroups = (actor: Actor) => actor.actions.has(GROUP_RIGHT) && ownsGroups(actor)

function mustHoldGroupRight(actor: Actor): void {
  if (!mayChangeGroups(actor))
    throw fault(
      Code.forbidden,
      words(
        '没有编辑分组的权限，不能修改分组的视图',
        'You have no right to edit groups, and so cannot change their views',
      ),
      { need: GROUP_RIGHT },
    )
}

function viewOf(record: store.ViewRecord, actor: Actor): View {
  const { id, name, group_id, group_name, state_json, opens } = record
  const mine = group_id === null || mayChangeGroups(actor)
  return {
    id,
    name,
    group: group_id === null ? null : { id: group_id, name: group_name ?? '' },
    state: stateIn(state_json),
    opens,
    mine: mine ? IsOrNot.is : IsOrNot.not,
  }
}

const stateIn = (json: string) => JSON.parse(json) as ViewState
