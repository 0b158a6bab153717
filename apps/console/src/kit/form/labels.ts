import type { FormProps } from 'antd'

/** Left of their fields where there is room (768 px and more), above them on a phone; antd's own break points. */
export const LABELS = {
  layout: 'horizontal',
  colon: false,
  labelWrap: true,
  labelCol: { xs: { span: 24 }, sm: { span: 24 }, md: { flex: '0 0 var(--form-label)' } },
  wrapperCol: { xs: { span: 24 }, sm: { span: 24 }, md: { flex: '1 1 0' } },
} satisfies Partial<FormProps>
