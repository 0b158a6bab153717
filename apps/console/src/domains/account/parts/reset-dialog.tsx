import { accountApi } from '@kaibo/contract/account/account.api.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { useText } from '#client/i18n.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { useFailedText } from '#kit/action/still-open.ts'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'
import { showOnce } from '#kit/once/shown-once.tsx'
import '../account.i18n.ts'

/** Confirms, then shows the new password made by the server; it is shown once and not stored. */
export function ResetDialog({ row, onClose }: DialogProps<AccountRow>) {
  const t = useText('account')
  const failedText = useFailedText()
  const who = { name: row.nickname, username: row.username }
  const title = t('reset_title', who)
  const reset = useDialogAct(accountApi.reset, {
    // Shown even if the dialog was closed meanwhile, as the old password is no longer valid.
    onSuccess: ({ password }) =>
      showOnce({
        title,
        hint: t('reset_shown', who),
        lines: [{ label: t('new_password'), text: password }],
        done: t('known'),
      }),
    onDone: onClose,
    failed: (reason) => failedText(title, reason),
  })
  return (
    <ActConfirm
      title={title}
      hint={t('reset_hint', who)}
      act={t('reset')}
      busy={reset.isPending}
      error={reset.error}
      onAct={() => reset.mutate({ uid: row.uid })}
      onClose={onClose}
    />
  )
}
