import { Button, Modal } from 'antd'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { WIDTH } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { refresh, useAct } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { CopyLine } from '#kit/cell/copy-line.tsx'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'
import '../account.i18n.ts'

/** Asks, then shows the password that the server made up: once, and kept nowhere. */
export function ResetDialog({ row, onClose }: DialogProps<AccountRow>) {
  const t = useText('account')
  const reset = useAct(accountApi.reset, {
    silent: true,
    onSuccess: () => refresh(accountApi.list),
  })
  const who = { name: row.nickname, username: row.username }
  if (!reset.data)
    return (
      <ActConfirm
        title={t('reset_title', who)}
        hint={t('reset_hint', who)}
        act={t('reset')}
        cancel={t('cancel')}
        busy={reset.isPending}
        error={reset.error}
        onAct={() => reset.mutate({ uid: row.uid })}
        onClose={onClose}
      />
    )
  return (
    <Modal
      open
      title={t('reset_title', who)}
      width={WIDTH.modal}
      // Closed by its button only: what it shows does not come back.
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('known')}
        </Button>
      }
    >
      <p className="confirm-hint">{t('reset_shown', who)}</p>
      <CopyLine
        label={t('new_password')}
        text={reset.data.password}
        copy={t('copy')}
        copied={t('copied')}
      />
    </Modal>
  )
}
