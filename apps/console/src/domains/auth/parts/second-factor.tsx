import { useState } from 'react'
import { Button } from 'antd'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { PassportInfo } from '@kaibo/contract/auth/auth.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { call } from '#client/http.ts'
import { useText } from '#client/i18n.ts'
import { refresh } from '#client/query.ts'
import { LeaveGuard } from '#kit/form/leave-guard.tsx'
import { showOnce } from '#kit/once/shown-once.tsx'
import { BindForm, ProofForm } from '../forms/otp.form.tsx'
import { OtpPicture } from './otp-offer.tsx'
import '../profile.i18n.ts'
import styles from './profile.module.css'

type Step =
  | { at: 'rest' | 'begin' | 'renew' | 'remove' }
  | { at: 'bind'; offer: DataOf<typeof authApi.otpBegin> }

/** Binding, recovery codes and unbinding; each asks for the password first. */
export function SecondFactor({ info }: { info: PassportInfo }) {
  const t = useText('profile')
  const [step, go] = useState<Step>({ at: 'rest' })
  const rest = () => go({ at: 'rest' })
  /** Shown even if the form was closed meanwhile, as the old codes are no longer valid. */
  const keep = ({ recovery_codes: codes }: { recovery_codes: readonly string[] }) => {
    settle()
    showOnce({
      title: t('codes_title'),
      hint: t('codes_hint'),
      lines: [{ label: t('codes_title'), text: codes.join('\n') }],
      done: t('done'),
    })
  }
  switch (step.at) {
    case 'bind':
      return (
        <>
          <OtpPicture offer={step.offer} />
          <BindForm
            ask={(code) => call(authApi.otpConfirm, code, { silent: true }).then(keep)}
            onAnswer={rest}
          />
        </>
      )
    case 'rest':
      return <Rest info={info} onWish={(at) => go({ at })} />
    default:
      return (
        <LeaveGuard onLeave={rest}>
          {step.at === 'begin' ? (
            <ProofForm
              ask={(proof) => call(authApi.otpBegin, proof, { silent: true })}
              onAnswer={(offer) => go({ at: 'bind', offer })}
            />
          ) : step.at === 'renew' ? (
            <ProofForm
              ask={(proof) => call(authApi.otpCodes, proof, { silent: true }).then(keep)}
              onAnswer={rest}
            />
          ) : (
            <ProofForm
              ask={(proof) => call(authApi.otpRemove, proof, { silent: true }).then(settle)}
              onAnswer={rest}
            />
          )}
        </LeaveGuard>
      )
  }
}

/** The person's rights may have changed. */
function settle() {
  for (const one of [authApi.info, authApi.actions, authApi.menus]) refresh(one)
}

interface RestProps {
  info: PassportInfo
  onWish: (wish: 'begin' | 'renew' | 'remove') => void
}

function Rest({ info: { otp_bound, recovery_left }, onWish }: RestProps) {
  const t = useText('profile')
  if (otp_bound === IsOrNot.not)
    return (
      <>
        <p>{t('otp_off')}</p>
        <Button onClick={() => onWish('begin')}>{t('otp_begin')}</Button>
      </>
    )
  return (
    <>
      <p>{t('otp_on', { count: recovery_left })}</p>
      <p className={styles.profileActs}>
        <Button onClick={() => onWish('renew')}>{t('otp_codes')}</Button>
        <Button danger onClick={() => onWish('remove')}>
          {t('otp_remove')}
        </Button>
      </p>
    </>
  )
}
