import { asIs, words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import { fact, instantWords, line, type Fact, type Line } from './system.line.ts'

type Lease = Tables['job_lease']

/** One kind of background work, with its leases. */
export interface JobState {
  name: string
  called: Words
  leases: readonly Lease[]
}

/** A line a kind: who does it, when it last went well, and why it did not. */
export const jobLines = (
  jobs: readonly JobState[],
  nameOf: (holder: string) => Words | undefined,
): Line[] => jobs.map((job) => lineOf(job, nameOf))

function lineOf(
  { name, called, leases }: JobState,
  nameOf: (holder: string) => Words | undefined,
): Line {
  const wrong = leases.flatMap(({ unit, error, tries, until }) =>
    error === null
      ? []
      : [
          words(
            `「${unit}」第 ${tries} 次没有成功（${error}），${instantWords(until).zh} 再试`,
            `“${unit}” failed for the ${tries}. time (${error}); tried again at ${instantWords(until).en}`,
          ),
        ],
  )
  return line(name, called, wrong, factsOf(leases, nameOf))
}

function factsOf(leases: readonly Lease[], nameOf: (holder: string) => Words | undefined): Fact[] {
  const last = Math.max(0, ...leases.map(({ last_ok_at }) => last_ok_at ?? 0))
  const holders = [...new Set(leases.flatMap(({ holder }) => holder ?? []))]
  return [
    fact(
      words('上次完成', 'last done'),
      last === 0 ? words('还没有', 'not yet') : instantWords(last),
    ),
    ...holders.map((holder) =>
      fact(words('正在执行', 'under way'), nameOf(holder) ?? asIs(holder)),
    ),
  ]
}
