import { Link } from 'react-router'
import { useText } from '#client/i18n.ts'
import { Notice } from '../notice.tsx'
import { NoSignal } from './no-signal.tsx'
import { paths } from '#kit/address/paths.ts'
import plain from '#kit/text/plain-button.module.css'

export default function NotFoundPage() {
  const t = useText('shell')
  return (
    <Notice title={t('notFound')} text={t('notFoundText')} sign={<NoSignal code="404" />}>
      <Link className={`${plain.button} ${plain.primary}`} to={paths.home()}>
        {t('home')}
      </Link>
    </Notice>
  )
}
