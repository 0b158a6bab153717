import type { Page } from 'playwright-core'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
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

/** A person's row in a table, by what they are called. */
export const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
