import { useState } from 'react'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { bindingOf, BoundSets, type Bound } from './bound-sets.tsx'
import { PartFrame } from './part-frame.tsx'

type Part = DataOf<typeof talkApi.part>

/** The sets on events of one room. */
export function BindingEditor({ part }: { part: Part }) {
  const t = useText('talk')
  const [list, setList] = useState<readonly Bound[]>(part.list)
  const { room, version } = part
  const save = useAct(talkApi.bindTalk, { silent: true })
  return (
    <PartFrame
      title={t('room_rules', { name: room.name })}
      count={t('sets', { count: list.length })}
      hint={t('bind_hint')}
      save={t('bind_save')}
      isDirty={list !== part.list && !save.isSuccess}
      saving={save.isPending}
      error={save.error}
      onSave={() => save.mutate({ room_code: room.room_code, version, list: list.map(bindingOf) })}
    >
      <BoundSets
        list={list}
        room={room}
        kind="talk"
        onChange={(next) => {
          save.reset()
          setList(next)
        }}
      />
    </PartFrame>
  )
}
