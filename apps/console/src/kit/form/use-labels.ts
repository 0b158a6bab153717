import type { FormProps } from 'antd'
import { useIsNarrow } from '#kit/media/media.ts'

const BESIDE = {
  layout: 'horizontal',
  labelCol: { flex: '0 0 var(--form-label)' },
  wrapperCol: { flex: '1 1 0' },
  labelWrap: true,
} satisfies FormProps

const ABOVE = { layout: 'vertical' } satisfies FormProps

/** A form's labels stand left of their fields, above them where there is no room for both. */
export const useLabels = (): FormProps => ({ colon: false, ...(useIsNarrow() ? ABOVE : BESIDE) })
