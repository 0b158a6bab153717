import { Input } from 'antd'
import '../voice.i18n.ts'

interface ModelAddressProps {
  id?: string
  value?: string
  onChange?: (url: string) => void
  /** What the file is called there. */
  onFile?: (name: string) => void
  onEnter?: () => void
}

/** Where the archive of a model is released. */
export function ModelAddress({ id, value = '', onChange, onFile, onEnter }: ModelAddressProps) {
  return (
    <Input
      {...(id !== undefined && { id })}
      inputMode="url"
      placeholder="https://"
      value={value}
      onPressEnter={onEnter}
      onChange={({ target }) => {
        onChange?.(target.value)
        onFile?.(
          target.value
            .replace(/[?#].*$/, '')
            .split('/')
            .at(-1) ?? '',
        )
      }}
    />
  )
}
