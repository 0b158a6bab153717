import type { Page } from 'playwright-core'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'

/**
 * Begins at a path, logged in. The browser itself asks for the login, by which the server knows its device, and the console
 * finds it where its form leaves it (console/client/session.ts). The page is only loading then: whoever cuts it off or presses
 * a key waits for something on it first.
 */
export async function enter(
  page: Page,
  username: string,
  password: string,
  path: string,
  language: 'zh_CN' | 'en' = 'zh_CN',
) {
  const answer = await page.request.post(authApi.login.path, { data: { username, password } })
  const { code, msg, data } = (await answer.json()) as Envelope<DataOf<typeof authApi.login>>
  if (code !== 0) throw new Error(`${username} cannot log in: ${msg}`)
  // Of the console's origin, and none of its pages.
  await page.goto('/readyz')
  const stored = { token: data.token, user: data.user, language }
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries))
      localStorage.setItem(`kaibo:${name}`, JSON.stringify({ value, until: null }))
  }, stored)
  await page.goto(path)
}
