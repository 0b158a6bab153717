import { createHash } from 'node:crypto'
import type { Ids } from '#platform/ids.ts'

export const ENROL_CODE_TTL_MS = 10 * 60_000

const LENGTH = 12
const GROUP = /.{4}(?!$)/g

/** A fresh code as people read it out: three groups of four. */
export const newEnrolCode = (ids: Ids): string => ids.code(LENGTH).replaceAll(GROUP, '$&-')

/** What is stored of a code; however it was typed, with or without its dashes. */
export const hashOfEnrolCode = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''))
    .digest('hex')
