import { words } from '@kaibo/contract/kernel/words.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { StopLive } from '@kaibo/contract/facts/enums.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { call } from '#client/http.ts'
import { useSpeak } from '#client/language.ts'
import { refreshAll } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { phrases } from '#kit/noun/phrases.ts'
import { Ends, EndsFields, endsOf, stopOf } from '#entities/plan/stop-fields.tsx'
import { useRoom } from '../room.queries.ts'
import type { SomeRoom } from '../room.present.ts'

const NOUN = words('停播规则', 'Stop rule')

/** When the run that is on air ends by itself, and whether. */
export function StopRuleDialog({ row, onClose }: DialogProps<SomeRoom>) {
  const speak = useSpeak()
  const { room_code } = row
  const { data: room } = useRoom(room_code)
  if (!room) return null
  return (
    <DialogForm
      schema={Ends}
      title={speak(phrases.edit(NOUN, room.name))}
      submit={speak(phrases.save(NOUN))}
      initial={endsOf(ruleOf(room.stop))}
      onSubmit={(values) =>
        call(roomApi.stopRule, { room_code, stop: stopOf(values) }, { silent: true }).finally(() =>
          refreshAll(roomApi.stopRule.changes),
        )
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <EndsFields />
    </DialogForm>
  )
}

/** The rule by which the open run ends, as it was set. */
function ruleOf(stop: RoomRow['stop']) {
  if (!stop) return null
  const { mode, at, step_min, cap_min, gift_s } = stop
  const isPostponed = mode === StopLive.postpone
  return {
    mode,
    at: timeText(wallAt(DEFAULT_ZONE, at).minutes),
    step_min,
    cap_min: isPostponed ? cap_min : 30,
    gift_s,
  }
}
