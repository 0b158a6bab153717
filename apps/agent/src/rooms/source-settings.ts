import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import type { SourceStatus } from '#sources/source.ts'

/** Texts in a report are cut to this length: the server refuses a report with a longer one. */
export const MAX_REPORTED = 500

/** What a source is chosen by: while it is the same, the source is kept. */
export const settingsOf = ({ platform, credentials, mode }: DesiredRoom['config']): string =>
  JSON.stringify([platform, credentials, mode])

export const within = ({ detail, ...status }: SourceStatus): SourceStatus => ({
  ...status,
  detail: detail.slice(0, MAX_REPORTED),
})
