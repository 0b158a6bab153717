import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { field, says } from './field.ts'

/** Of the row that a form was opened with; a newer one on the server answers 1006. */
export const version = field(nouns.version, z.int())

/** Of a call that makes a row, or with `id` changes one: a change says which version it is of. */
export const changeHasVersion = z.refine<{ id?: string | undefined; version?: number | undefined }>(
  (draft) => draft.id === undefined || draft.version !== undefined,
  { error: says('请输入{label}', '{label} is required'), path: ['version'] },
)
