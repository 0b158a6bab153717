import * as z from 'zod/mini'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { CallError } from '#client/errors.ts'
import { WhyLink } from './why.tsx'

/** The link 为什么? beside an error that may come from missing rights. `right` is explained if the record was not found. */
export function WhyOf({ error, right }: { error: Error; right: string | undefined }) {
  if (!(error instanceof CallError)) return null
  if (error.notFound) return <WhyLink action={right} />
  return error.code === Code.forbidden ? <WhyLink action={needOf(error) ?? right} /> : null
}

/** 1003 says which action is missing. */
const Need = z.object({ need: z.string() })
const needOf = ({ data }: CallError) => z.safeParse(Need, data).data?.need
