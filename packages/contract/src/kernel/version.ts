import { nouns } from '../facts/nouns.ts'
import * as z from 'zod/mini'
import { field } from './field.ts'

/** Of the row that a form was opened with; a newer one on the server answers 1006. */
export const version = field(nouns.version, z.int())
