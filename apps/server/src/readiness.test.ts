import { expect, test } from 'vitest'
import { NotReady } from '#platform/http/health.ts'
import { createReadiness } from './readiness.ts'

type Needs = Parameters<typeof createReadiness>[0]

const warnings: object[] = []
/** A server whose clock is `ahead`, beside others. */
function serverWith(ahead: number, others: readonly number[]) {
  warnings.length = 0
  return createReadiness({
    db: { ping: async () => {}, onFull: () => {} },
    instance: {
      id: 'own',
      bus: () => 'ok',
      others: () => [
        { id: 'own', offset_ms: ahead },
        ...others.map((offset_ms, n) => ({ id: `other-${n}`, offset_ms })),
      ],
    },
    log: { warn: (about: object) => void warnings.push(about) },
    offset: () => ahead,
  } as unknown as Needs)
}

test('whose clock alone is wrong is not ready, and says what to do', async () => {
  await expect(serverWith(40_000, [3, -20])()).rejects.toEqual(
    new NotReady('本机时钟比数据库快40秒，请校准时间'),
  )
  await expect(serverWith(-2_100, [0])()).rejects.toThrow('本机时钟比数据库慢2.1秒')
  expect(await serverWith(1_900, [0])()).toEqual({ bus: 'ok' })
})

test('where all clocks are wrong it is the database’s: they serve, and one warning says so', async () => {
  const ready = serverWith(40_000, [39_500])
  expect(await ready()).toEqual({ bus: 'ok' })
  await ready()
  expect(warnings).toEqual([{ ahead_ms: 40_000 }])
  expect(await serverWith(40_000, [])()).toEqual({ bus: 'ok' })
})
