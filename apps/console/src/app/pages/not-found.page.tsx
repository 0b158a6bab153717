import { Link } from 'react-router'
import { useText } from '#client/i18n.ts'
import { Notice } from '../notice.tsx'
import { paths } from '#kit/address/paths.ts'

export default function NotFoundPage() {
  const t = useText('shell')
  return (
    <Notice title={t('notFound')} text={t('notFoundText')}>
      <Link className="button primary" to={paths.home()}>
        {t('home')}
      </Link>
    </Notice>
  )
}
