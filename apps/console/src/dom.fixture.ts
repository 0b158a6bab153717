import { beforeAll } from 'vitest'

beforeAll(async () => {
  if (typeof document === 'undefined') return
  const { configure } = await import('@testing-library/react')
  // A busy machine takes longer than a second for what is quick on a quiet one.
  configure({ asyncUtilTimeout: 5_000 })
})
