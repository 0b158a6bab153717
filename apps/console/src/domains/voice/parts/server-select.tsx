import { Select } from 'antd'
import { voiceApi } from '@kaibo/contract/voice/voice.api.ts'
import { useCall } from '#client/query.ts'

interface ServerSelectProps {
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}

/** Voice servers to choose from. */
export function ServerSelect({ id, value, onChange }: ServerSelectProps) {
  const { data, isPending } = useCall(voiceApi.servers, { page_size: 100 })
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? []}
      options={data?.list.map(({ server_id, name }) => ({ value: server_id, label: name })) ?? []}
      onChange={(next) => onChange?.(next)}
    />
  )
}
