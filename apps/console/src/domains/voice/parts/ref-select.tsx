import { Select } from 'antd'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { ResourceKind } from '@kaibo/contract/voice/voice.enums.ts'
import { useCall } from '#client/query.ts'

interface RefSelectProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** Recordings that a voice may be copied of; none for a voice that its server has by itself. */
export function RefSelect({ id, value = null, onChange }: RefSelectProps) {
  const { data, isPending } = useCall(voiceApi.resources, {
    kind: ResourceKind.ref,
    page_size: 100,
  })
  return (
    <Select<string | null>
      {...(id !== undefined && { id })}
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      options={
        data?.list.map(({ resource_id, name }) => ({ value: resource_id, label: name })) ?? []
      }
      onChange={(next) => onChange?.(next ?? null)}
    />
  )
}
