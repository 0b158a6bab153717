import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { field, says } from './field.ts'

/** The version of the row when its form was opened; where the server has a newer one, it answers 1006. */
export const version = field(nouns.version, z.int())

/** For a call that makes a row, or with `id` changes one: a change must name the version that it was made from. */
export const changeHasVersion = z.refine<{ id?: string | undefined; version?: number | undefined }>(
  (draft) => draft.id === undefined || draft.version !== undefined,
  { error: says('请输入{label}', '{label} is required'), path: ['version'] },
)
