import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { rightWords } from '@kaibo/contract/facts/domains.ts'
import { useText } from '#client/i18n.ts'
import { bracketed, useLanguage } from '#client/language.ts'
import { Lazily } from '#kit/panel/lazily.tsx'
import { Notice } from '../notice.tsx'
import { paths } from '#kit/address/paths.ts'
import { WhyDialog } from '../why-dialog.ts'
import plain from '#kit/text/plain-button.module.css'

export default function ForbiddenPage() {
  const t = useText('shell')
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const need = useSearchParams()[0].get('need')
  return (
    <Notice
      title={t('forbidden')}
      text={
        need
          ? t('forbiddenNeed', { need: bracketed(rightWords(need)[language], need, language) })
          : t('forbiddenText')
      }
    >
      {need ? (
        <button type="button" className={plain.button} onClick={() => setAsking(true)}>
          {t('why')}
        </button>
      ) : null}
      {asking ? (
        <Lazily onClose={() => setAsking(false)}>
          <WhyDialog action={need ?? undefined} onClose={() => setAsking(false)} />
        </Lazily>
      ) : null}
      <Link className={`${plain.button} ${plain.primary}`} to={paths.home()}>
        {t('home')}
      </Link>
    </Notice>
  )
}
