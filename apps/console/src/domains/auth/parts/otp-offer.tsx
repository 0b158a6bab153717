import { useMemo } from 'react'
import { renderSVG } from 'uqr'
import type { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { useText } from '#client/i18n.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import '../profile.i18n.ts'
import styles from './profile.module.css'

/** What the app scans, or the person types into it. */
export function OtpPicture({ offer }: { offer: DataOf<typeof authApi.otpBegin> }) {
  const t = useText('profile')
  // As an image: its own document, which the page's rules for styles do not reach.
  const source = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(offer.uri, { border: 2 }))}`,
    [offer.uri],
  )
  return (
    <div className={styles.profileOffer}>
      <p>{t('otp_scan')}</p>
      <img
        className={styles.profilePicture}
        src={source}
        alt={t('otp_scan')}
        width={180}
        height={180}
      />
      <CopyLine label={t('otp_secret')} text={offer.secret} />
    </div>
  )
}
