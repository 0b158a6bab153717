import { useText } from '#client/i18n.ts'
import { Status } from '#kit/status/status.tsx'
import '../talk.i18n.ts'

/** The version that one room runs by, and whether it is on trial there. */
export function VersionInForce({
  live_v,
  canary_v,
}: {
  live_v: number | null
  canary_v: number | null
}) {
  const t = useText('talk')
  if (canary_v !== null) return <Status tone="starting">{t('trial_here', { v: canary_v })}</Status>
  return <span>{live_v === null ? t('unpublished') : t('live', { v: live_v })}</span>
}
