import { useMemo, useState } from 'react'
import { Button, Input } from 'antd'
import { renderSVG } from 'uqr'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { PassportInfo } from '@kaibo/contract/auth/auth.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { refresh, useAct } from '#client/query.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import '../profile.i18n.ts'

type Wish = 'begin' | 'codes' | 'remove'

/** Binding, recovery codes and unbinding; each asks for the password first. */
export function SecondFactor({ info }: { info: PassportInfo }) {
  const t = useText('profile')
  const [wish, setWish] = useState<Wish>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = useAct(authApi.otpBegin, { silent: true })
  const confirm = useAct(authApi.otpConfirm, { silent: true })
  const renew = useAct(authApi.otpCodes, { silent: true })
  const remove = useAct(authApi.otpRemove, { silent: true })
  const bound = info.otp_bound === IsOrNot.is
  const doing = { begin, codes: renew, remove }

  const finish = () => {
    setWish(undefined)
    setPassword('')
    setCode('')
    begin.reset()
  }
  const prove = async () => {
    if (wish === 'begin') await begin.mutateAsync({ password })
    if (wish === 'codes') setCodes((await renew.mutateAsync({ password })).recovery_codes)
    if (wish === 'remove') await remove.mutateAsync({ password })
    if (wish === 'begin') return
    finish()
    settle()
  }
  const bind = async () => {
    const answer = await confirm.mutateAsync({ otp: code })
    setCodes(answer.recovery_codes)
    finish()
  }

  if (codes)
    return (
      <Codes
        codes={codes}
        onDone={() => {
          setCodes(undefined)
          settle()
        }}
      />
    )
  if (begin.data)
    return (
      <form
        className="profile-offer"
        onSubmit={(event) => {
          event.preventDefault()
          void bind().catch(() => undefined)
        }}
      >
        <p>{t('otp_scan')}</p>
        <Picture text={begin.data.uri} />
        <CopyLine
          label={t('otp_secret')}
          text={begin.data.secret}
          copy={t('copy')}
          copied={t('copied')}
        />
        <Input
          aria-label={t('otp_code')}
          placeholder={t('otp_code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <Problem error={confirm.error} />
        <Button type="primary" htmlType="submit" loading={confirm.isPending}>
          {t('otp_confirm')}
        </Button>
      </form>
    )
  return (
    <>
      <p>{bound ? t('otp_on', { count: info.recovery_left }) : t('otp_off')}</p>
      {wish ? (
        <form
          className="profile-offer"
          onSubmit={(event) => {
            event.preventDefault()
            void prove().catch(() => undefined)
          }}
        >
          <Input.Password
            aria-label={t('otp_proof')}
            placeholder={t('otp_proof')}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Problem error={doing[wish].error} />
          <Button type="primary" htmlType="submit" loading={doing[wish].isPending}>
            {t('go')}
          </Button>
          <Button onClick={finish}>{t('cancel')}</Button>
        </form>
      ) : bound ? (
        <p className="profile-acts">
          <Button onClick={() => setWish('codes')}>{t('otp_codes')}</Button>
          <Button danger onClick={() => setWish('remove')}>
            {t('otp_remove')}
          </Button>
        </p>
      ) : (
        <Button onClick={() => setWish('begin')}>{t('otp_begin')}</Button>
      )}
    </>
  )
}

/** What the person may do can be more or less now. */
function settle() {
  for (const one of [authApi.info, authApi.actions, authApi.menus]) refresh(one)
}

function Problem({ error }: { error: Error | null }) {
  return error ? (
    <p className="form-fault" role="alert">
      {error.message}
    </p>
  ) : null
}

/** As an image: its own document, which the page's rules for styles do not reach. */
function Picture({ text }: { text: string }) {
  const t = useText('profile')
  const source = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(text, { border: 2 }))}`,
    [text],
  )
  return (
    <img className="profile-picture" src={source} alt={t('otp_scan')} width={180} height={180} />
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useText('profile')
  return (
    <div role="group" aria-label={t('codes_title')}>
      <p>{t('codes_hint')}</p>
      <CopyLine
        label={t('codes_title')}
        text={codes.join('\n')}
        copy={t('copy')}
        copied={t('copied')}
      />
      <Button type="primary" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
