import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { wordsOf } from '#client/i18n.ts'
import './action.i18n.ts'

const t = wordsOf('action')

/** How the act that opens a record's form is shown. */
export const EDIT = {
  name: 'edit',
  label: t('edit'),
  icon: <EditOutlined aria-hidden />,
} as const

/** How the act that deletes a record is shown: behind ⋯, where it is not met by mistake. */
export const DELETE = {
  name: 'delete',
  label: t('delete'),
  icon: <DeleteOutlined aria-hidden />,
  danger: true,
  tucked: true,
} as const
