import { useEffect, useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './routes.tsx'

export { loadPage } from './routes.tsx'
export { takeRights } from './shell/use-rights.ts'

/** Everything behind the login; a new login begins with a new router. */
export function Console() {
  const [router] = useState(() => createBrowserRouter(routes()))
  useEffect(() => () => router.dispose(), [router])
  // As a transition React would draw a page in slices, between other frames: coming back to one takes half as long in one piece.
  return <RouterProvider router={router} useTransitions={false} />
}
