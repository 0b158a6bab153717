import { createHash } from 'node:crypto'
import type { Ids } from '#platform/ids.ts'

export const ENROL_CODE_TTL_MS = 10 * 60_000

const LENGTH = 12
const GROUP = /.{4}(?!$)/g

/** A new code in a form that is easy to read out: three groups of four. */
export const newEnrolCode = (ids: Ids): string => ids.code(LENGTH).replaceAll(GROUP, '$&-')

/** The hash that is stored of a code; the same however it is typed, with or without dashes. */
export const hashOfEnrolCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest('hex')
