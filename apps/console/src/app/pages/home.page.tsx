import { Navigate } from 'react-router'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { useCall } from '#client/query.ts'
import { Notice } from '../notice.tsx'
import { firstPath } from '../shell/menu.ts'

/** `/` is the first page of the person's own menu. */
export default function HomePage() {
  const t = useText('shell')
  const { data } = useCall(authApi.menus, {})
  const info = useCall(authApi.info, {}).data
  // The menu shows its own error.
  if (!data || !info) return null
  const path = firstPath(data.list, info.is_gs === IsOrNot.is)
  if (path) return <Navigate to={path} replace />
  return <Notice title={t('nothing')} text={t('nothingText')} />
}
