import { Link, useSearchParams } from 'react-router'
import { HandleAction } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Notice } from '../notice.tsx'
import { paths } from '../paths.ts'

export default function ForbiddenPage() {
  const t = useText('shell')
  const language = useLanguage()
  const need = useSearchParams()[0].get('need')
  const word = need && labelOf(HandleAction, need.split('.').at(-1), language)
  return (
    <Notice
      title={t('forbidden')}
      text={need ? t('forbiddenNeed', { need: `${word}（${need}）` }) : t('forbiddenText')}
    >
      <Link className="button primary" to={paths.home()}>
        {t('home')}
      </Link>
    </Notice>
  )
}
