import * as z from 'zod/mini'
import { domain, get, post } from '../kernel/endpoint.ts'
import { words } from '../kernel/words.ts'
import {
  PlanDraft,
  PlanList,
  PlanQuery,
  PlanRef,
  PlanRestore,
  PlanRow,
  PlanSettings,
  PlanSettingsDraft,
} from './plan.schema.ts'

/** The reads that show plans. */
const SHOWN = ['plan.list', 'room.list', 'room.wall', 'room.info'] as const

export const planApi = domain('plan', {
  list: get('/admin/v1/live/room/plan/list', {
    input: PlanQuery,
    data: PlanList,
    can: 'room.look',
  }),
  add: post('/admin/v1/live/room/plan/add', {
    input: PlanDraft,
    data: PlanRow,
    can: 'room.edit',
    audit: words('保存计划', 'Saved a plan'),
    changes: [...SHOWN, 'history.list'],
  }),
  delete: post('/admin/v1/live/room/plan/delete', {
    input: PlanRef,
    data: z.null(),
    can: 'room.edit',
    audit: words('删除计划', 'Deleted a plan'),
    changes: [...SHOWN, 'history.list'],
  }),
  /** Takes a deletion back: the plan is as it was, if what it needs is still free. */
  restore: post('/admin/v1/x/plan/restore', {
    input: PlanRestore,
    data: PlanRow,
    can: 'room.edit',
    audit: words('撤销删除计划', 'Restored a deleted plan'),
    changes: [...SHOWN, 'history.list'],
  }),
  settings: post('/admin/v1/live/room/plan/settings', {
    input: PlanSettingsDraft,
    data: PlanSettings,
    can: 'room.edit',
    audit: words('保存计划设置', 'Saved how a room follows its plans'),
    changes: SHOWN,
  }),
})
