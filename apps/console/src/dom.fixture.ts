import { afterAll, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { person } from '#client/person.fixture.ts'

/**
 * A worker runs many files and loads npm's packages once, which is most of what a file would cost. Each file has a window
 * and our own modules to itself all the same, so that nothing is left in them of the file before.
 */
vi.resetModules()
const { teardown } = await builtinEnvironments['happy-dom'].setup(globalThis, {})

const { cleanup, configure, getQueriesForElement, screen } = await import('@testing-library/react')
// Made when the package was loaded, it would go on looking into the first file's window.
Object.assign(screen, getQueriesForElement(document.body))
// A busy machine takes longer than a second for what is quick on a quiet one.
configure({ asyncUtilTimeout: 5_000 })

afterAll(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // A change of login ends the live channel, which would go on trying in the window of the next file.
  const { signIn, signOut } = await import('#client/session.ts')
  signIn('end', person)
  signOut()
  await teardown(globalThis)
})
