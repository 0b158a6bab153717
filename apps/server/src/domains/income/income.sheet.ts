import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Sheet } from '#platform/file/sheet.ts'
import type { LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { moveCauses } from '@kaibo/contract/room/room.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'

/** Gross, as in the list; money in yuan. */
export const incomeSheet: Sheet<LiveIncomeRow> = {
  name: words('直播收入', 'Live income'),
  columns: [
    { title: nouns.started, width: 20, kind: 'instant', value: (run) => run.started_at },
    { title: nouns.stopped, width: 20, kind: 'instant', value: (run) => run.ended_at },
    {
      title: nouns.run,
      width: 30,
      kind: 'text',
      value: ({ run_id, day }, lang) => run_id ?? `${nouns.outsideRuns[lang]} ${day}`,
    },
    { title: nouns.room, width: 24, kind: 'text', value: (run) => run.room_name },
    {
      title: words('直播间编号', 'Room code'),
      width: 12,
      kind: 'text',
      value: (run) => run.room_code,
    },
    {
      title: nouns.platform,
      width: 12,
      kind: 'text',
      value: (run, lang) => labelOf(PLATFORMS, run.account.platform, lang),
    },
    { title: nouns.liveAccount, width: 24, kind: 'text', value: (run) => run.account.nickname },
    { title: nouns.org, width: 20, kind: 'text', value: (run) => run.org.name },
    {
      title: words('流水（元）', 'Gross (CNY)'),
      width: 14,
      kind: 'money',
      value: (run) => run.gift_fen,
    },
    {
      title: words('结束原因', 'End cause'),
      width: 18,
      kind: 'text',
      value: (run, lang) =>
        run.end_cause === null ? null : labelOf(moveCauses, run.end_cause, lang),
    },
    { title: nouns.gifts, width: 10, kind: 'count', value: (run) => run.gift_count },
    { title: words('付费人数', 'Payers'), width: 10, kind: 'count', value: (run) => run.payers },
    { title: nouns.messages, width: 10, kind: 'count', value: (run) => run.danmu },
    { title: nouns.viewers, width: 10, kind: 'count', value: (run) => run.viewers },
    {
      title: words('备注', 'Note'),
      width: 10,
      kind: 'text',
      value: (run, lang) => (run.is_demo ? words('演示', 'Demo')[lang] : null),
    },
  ],
}
