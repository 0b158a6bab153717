import type { Page } from 'playwright-core'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { loginOver } from '@kaibo/testkit/client.ts'
import type { World } from './world.ts'

/** What everybody here logs in with. */
export const PASSWORD = 'river-stone-42'

/** An operator, made by the administrator. */
export const addPerson = (world: World, username: string, nickname: string) =>
  world.admin.call(accountApi.add, {
    username,
    nickname,
    password: PASSWORD,
    group_ids: ['operator'],
  })

/** Somebody who has set a password of their own in place of the first. */
export async function settledPerson(
  world: World,
  person: Pick<InputOf<typeof accountApi.add>, 'username' | 'group_ids' | 'org_id' | 'is_gs'>,
) {
  const { username } = person
  await world.admin.call(accountApi.add, { ...person, nickname: username, password: PASSWORD })
  const own = await loginOver(world.server.url, username, PASSWORD)
  const password = `${PASSWORD}!`
  await own.call(authApi.editSelf, { old_password: PASSWORD, password })
  return { username, password }
}

/** A person's row in a table, by what they are called. */
export const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
