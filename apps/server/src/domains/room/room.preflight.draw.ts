import { OpenStatus, RoomMode } from '@kaibo/contract/facts/enums.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import type { Lottery } from '@kaibo/contract/live/lottery.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { RoomContext } from './room.context.ts'
import { pass, warn, type Item } from './room.preflight.item.ts'

/** Whether what a room draws for will be opened; of an account without draws nothing is said. */
export async function checkDraws(
  { mode, words_hash }: Pick<Tables['room'], 'mode' | 'words_hash'>,
  { lottery_json }: Pick<Tables['live_account'], 'lottery_json'>,
  rules: Pick<RoomContext['rules'], 'screen'>,
): Promise<Item[]> {
  const lottery = lottery_json === null ? undefined : (JSON.parse(lottery_json) as Lottery)
  if (lottery?.enabled !== OpenStatus.open) return []
  const { prize, word, every_min } = lottery
  if (mode === RoomMode.record) return [pass('draw', words('录制时不开', 'None while recording'))]
  for (const line of [prize, word]) {
    const { forbidden } = await rules.screen(words_hash, line)
    if (forbidden === null) continue
    const evidence = words(
      `「${line}」含有敏感词「${forbidden}」，不会开启`,
      `“${line}” has the forbidden word “${forbidden}”: none is opened`,
    )
    const fix = words('修改福袋的奖品或口令', 'Change the prize or the word')
    return [warn('draw', evidence, fix, { path: screens.liveAccount.path })]
  }
  const evidence = words(
    `每${every_min}分钟一次，奖品「${prize}」`,
    `Every ${every_min} min, for “${prize}”`,
  )
  return [pass('draw', evidence)]
}
