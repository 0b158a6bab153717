import type { Page, Route } from 'playwright-core'

/** Holds the calls of a path on their way to the server until they are let go; later ones pass. */
export async function hold(page: Page, path: string | RegExp) {
  const held: Route[] = []
  let isOpen = false
  await page.route(
    (url) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname)),
    (route) => (isOpen ? route.continue() : void held.push(route)),
  )
  return {
    held,
    letGo: async () => {
      isOpen = true
      await Promise.all(held.splice(0).map((route) => route.continue()))
    },
  }
}
