import { useText } from '#client/i18n.ts'
import { Status } from '#kit/status/status.tsx'
import '../talk-rollout.i18n.ts'

interface VersionLabelProps {
  live_v: number | null
  canary: { v: number; rooms: number } | null
}

/** `v7 + 灰度v8·3间`: what rooms run by. */
export function VersionLabel({ live_v, canary }: VersionLabelProps) {
  const t = useText('talk_rollout')
  const live = live_v === null ? t('unpublished') : t('live', { v: live_v })
  if (!canary) return <>{live}</>
  const trial = t('trial', canary)
  return (
    <>
      {live_v === null ? null : `${live} + `}
      <Status tone="starting">{trial}</Status>
    </>
  )
}
