import * as z from 'zod/mini'
import { isStorable, storable } from '../live/event.ts'

/* Texts of the frames: a name is refused where it cannot be kept, what people read is mended. */

export const id = () =>
  z.string().check(
    z.minLength(1),
    z.maxLength(128),
    z.refine((value) => isStorable(value)),
  )
export const text = (max: number) => z.string().check(z.maxLength(max), z.overwrite(storable))
