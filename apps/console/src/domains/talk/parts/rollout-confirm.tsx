import type { DataOf, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { useDialogAct } from '#kit/action/use-dialog-act.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'

type Moved = DataOf<typeof talkApi.rollout>

interface RolloutConfirmProps {
  input: InputOf<typeof talkApi.rollout>
  title: string
  hint: string
  act: string
  danger?: boolean
  onMoved: (moved: Moved) => void
  onClose: () => void
}

/** Asks before a version is promoted or taken back: rooms follow at once. */
export function RolloutConfirm({ input, onMoved, onClose, ...words }: RolloutConfirmProps) {
  const move = useDialogAct(talkApi.rollout, {
    onSuccess: onMoved,
    onDone: onClose,
    failed: (reason) => `${words.title}：${reason}`,
  })
  return (
    <ActConfirm
      {...words}
      busy={move.isPending}
      error={move.error}
      onAct={() => move.mutate(input)}
      onClose={onClose}
    />
  )
}
