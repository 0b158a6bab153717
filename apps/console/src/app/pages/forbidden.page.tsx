import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { HandleAction } from '@kaibo/contract/facts/enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Lazily, lazily } from '#kit/panel/lazily.tsx'
import { Notice } from '../notice.tsx'
import { paths } from '../paths.ts'

const WhyDialog = lazily(
  async () => (await import('#domains/group/parts/why-dialog.tsx')).WhyDialog,
)

export default function ForbiddenPage() {
  const t = useText('shell')
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  const need = useSearchParams()[0].get('need')
  const word = need && labelOf(HandleAction, need.split('.').at(-1), language)
  return (
    <Notice
      title={t('forbidden')}
      text={need ? t('forbiddenNeed', { need: `${word}（${need}）` }) : t('forbiddenText')}
    >
      {need ? (
        <button type="button" className="button" onClick={() => setAsking(true)}>
          {t('why')}
        </button>
      ) : null}
      {asking ? (
        <Lazily onClose={() => setAsking(false)}>
          <WhyDialog action={need ?? undefined} onClose={() => setAsking(false)} />
        </Lazily>
      ) : null}
      <Link className="button primary" to={paths.home()}>
        {t('home')}
      </Link>
    </Notice>
  )
}
