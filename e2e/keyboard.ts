import type { Page } from 'playwright-core'
import { see, until } from '@kaibo/testkit/browser.ts'

/** Whether the thing of this accessible name, or the field of this name, has the focus. */
export const hasFocus = (page: Page, name: string | RegExp) =>
  page.evaluate(
    ([source, isExact]) => {
      const { activeElement: one } = document
      const names = [
        one?.getAttribute('aria-label'),
        one?.textContent?.trim(),
        one?.closest('label')?.textContent?.trim(),
        one?.id.split('__').at(-1),
      ]
      return names.some((said) => (isExact ? said === source : new RegExp(source).test(said ?? '')))
    },
    [typeof name === 'string' ? name : name.source, typeof name === 'string'] as const,
  )

/** Presses Tab, or another key that moves the focus, until the thing of this name has it, as a person without a mouse does. */
export const walkTo = (page: Page, name: string | RegExp, key = 'Tab') =>
  until(`focus on ${String(name)}`, async () => {
    await page.keyboard.press(key)
    return hasFocus(page, name)
  })

/** Goes down an open menu to an entry and chooses it. */
export async function pick(page: Page, name: string) {
  const entry = page.getByRole('menuitem', { name, exact: true })
  await see(entry)
  await until(`the entry ${name}`, async () => {
    // Looked at before the next press: on a busy machine a press is seen late
    if (await entry.evaluate((item) => item.className.includes('-active'))) return true
    await page.keyboard.press('ArrowDown')
    return false
  })
  await page.keyboard.press('Enter')
}
