import type { EffectItem, InsertItem } from '@kaibo/contract/agent/insert.schema.ts'
import { wordsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { storable } from '@kaibo/contract/live/event.ts'
import { InsertStatus } from '@kaibo/contract/room/room.insert.rules.ts'
import { ActionKind } from '@kaibo/contract/talk/action.schema.ts'
import type { Place } from './place.ts'
import { instant, type RoomMoment } from './rows.ts'

/** What a file or an effect of a rule came to, as the timeline says it. That it waits is not worth a line. */
export function playRows(
  item: InsertItem | EffectItem,
  key: string,
  place: Place,
  received_at: number,
): RoomMoment[] {
  if (item.state === 'queued' || item.state === 'fetching') return []
  const said = saidOf(item)
  return [
    {
      key,
      room_id: place.room_id,
      run_id: place.run_id,
      at: instant(item.at, received_at),
      kind: 'command',
      tag: item.state,
      text: storable(said.zh),
      text_en: storable(said.en),
      event_id: item.type === 'effect' && item.event_id ? storable(item.event_id) : null,
      data_json: JSON.stringify(
        item.type === 'insert'
          ? { name: 'insert', insert_id: storable(item.insert_id) }
          : { name: 'effect', effect_id: item.effect_id, kind: storable(item.kind) },
      ),
    },
  ]
}

function saidOf(item: InsertItem | EffectItem): Words {
  const { name, state, why } = item
  const became = wordsOf(InsertStatus, state) ?? asIs(state)
  const act = item.type === 'insert' ? CUT_IN : (wordsOf(ActionKind, item.kind) ?? asIs(item.kind))
  const by = item.type === 'insert' ? '' : `（${item.cause}）`
  const because = why === undefined ? '' : `，${why}`
  return words(
    `${act.zh}「${name}」${became.zh}${by}${because}`,
    `${act.en} “${name}”: ${became.en}${by}${because}`,
  )
}

const CUT_IN = words('插播', 'Cut in')
