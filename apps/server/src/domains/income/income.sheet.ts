import type { Sheet } from '#platform/file/sheet.ts'
import { labelIn } from '@kaibo/contract/facts/labels.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { moveCauses } from '@kaibo/contract/room/room.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { RunRecord } from './income.store.ts'

/** Gross, as in the list; money in yuan. */
export const runSheet: Sheet<RunRecord> = {
  name: '直播收入',
  columns: [
    { title: '开播时间', width: 20, kind: 'instant', value: (run) => run.started_at },
    { title: '停播时间', width: 20, kind: 'instant', value: (run) => run.ended_at },
    { title: '场次', width: 30, kind: 'text', value: (run) => run.run_id },
    { title: '直播间', width: 24, kind: 'text', value: (run) => run.room_name },
    { title: '直播间编号', width: 12, kind: 'text', value: (run) => run.room_code },
    {
      title: '平台',
      width: 12,
      kind: 'text',
      value: (run, lang) => labelOf(PLATFORMS, run.platform, lang),
    },
    { title: '直播账号', width: 24, kind: 'text', value: (run) => run.nickname },
    { title: '公会', width: 20, kind: 'text', value: (run) => run.org_name },
    { title: '流水（元）', width: 14, kind: 'money', value: (run) => run.gift_fen },
    {
      title: '结束原因',
      width: 18,
      kind: 'text',
      value: (run, lang) =>
        run.end_cause === null ? null : labelOf(moveCauses, run.end_cause, lang),
    },
    { title: '礼物数', width: 10, kind: 'count', value: (run) => run.gift_count },
    { title: '付费人数', width: 10, kind: 'count', value: (run) => run.payers },
    { title: '弹幕数', width: 10, kind: 'count', value: (run) => run.danmu },
    { title: '观众数', width: 10, kind: 'count', value: (run) => run.viewers },
    {
      title: '备注',
      width: 10,
      kind: 'text',
      value: (run, lang) => (run.is_demo ? labelIn('演示', lang) : null),
    },
  ],
}
