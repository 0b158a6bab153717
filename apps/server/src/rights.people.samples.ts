import { buildAccount, TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import type { Ground, Sample } from './rights.samples.ts'

const nothing: Sample = { input: () => ({}) }

let people = 0
const username = () => `person-${++people}`

const colleague = (org_id: string, { server }: Ground) =>
  buildAccount(server.app, 'guild', { org_id, username: username() })

/** A call on the account of a colleague, and the same on one of the other organisation. */
const onAccount = (more: object): Sample => ({
  input: async (ground) => ({ uid: await colleague(ground.org_id, ground), ...more }),
  foreign: async (ground) => ({
    uid: await colleague(ground.foreign.room.org_id, ground),
    ...more,
  }),
})

const person = { nickname: '新人', group_ids: ['guild'] }

async function withPhone(org_id: string, ground: Ground) {
  const uid = await colleague(org_id, ground)
  const { query } = ground.server.db
  await query.updateTable('account').set({ phone: '13800000000' }).where('uid', '=', uid).execute()
  return { uid }
}

const onOrg = (more: object): Sample => ({
  input: ({ org_id }) => ({ id: org_id, ...more }),
  foreign: ({ foreign }) => ({ id: foreign.room.org_id, ...more }),
})
const orgDraft = { name: '改名公会', nickname: '会长' }
const groupDraft = { scope: 'own', menus: [], actions: [] }
const proof: Sample = { input: () => ({ password: TEST_PASSWORD }) }

/** One line for each call about people and their rights. */
export const peopleSamples: Readonly<Record<string, Sample>> = {
  'auth.editSelf': { input: () => ({ nickname: '我' }) },
  'auth.otpBegin': proof,
  // Nothing has been offered yet, and nothing is bound.
  'auth.otpConfirm': { input: () => ({ otp: '000000' }), code: 1006 },
  'auth.otpCodes': { ...proof, code: 1006 },
  'auth.otpRemove': proof,
  'auth.devices': nothing,
  // The matrix does not know the ids of logins: there are none but the caller's.
  'auth.revoke': { input: () => ({ id: 'none' }), code: 1005 },
  'auth.knowDevice': { input: () => ({ id: 'none' }), code: 1005 },

  'account.list': nothing,
  'account.add': {
    input: () => ({ ...person, username: username(), password: 'three bridges 26' }),
    foreign: ({ foreign }) => ({
      ...person,
      username: username(),
      password: 'three bridges 26',
      org_id: foreign.room.org_id,
    }),
  },
  'account.edit': onAccount({ ...person, version: 1 }),
  'account.enable': onAccount({ enabled: 0 }),
  'account.removeBind': {
    input: (ground) => withPhone(ground.org_id, ground),
    foreign: (ground) => withPhone(ground.foreign.room.org_id, ground),
  },
  'account.reset': onAccount({}),

  // Groups belong to no organisation, and who sees one only changes none (group.test.ts); enabling an enabled one changes nothing.
  'group.list': nothing,
  'group.all': nothing,
  'group.ghlist': nothing,
  'group.save': { input: () => ({ ...groupDraft, name: `分组${++people}` }), code: 1001 },
  'group.enable': { input: () => ({ id: 'studio', enabled: 1 }) },
  'group.view': { input: () => ({ id: 'guild' }) },
  'group.why': { input: () => ({ action: 'room.look' }) },

  'org.list': nothing,
  // Who sees one organisation only does not make others.
  'org.add': {
    input: () => ({ ...orgDraft, username: username(), password: 'three bridges 26' }),
    code: 1001,
  },
  'org.edit': {
    input: ({ org_id }) => ({ ...orgDraft, id: org_id, version: 1, name: `改名${org_id}` }),
    foreign: ({ foreign }) => ({ ...orgDraft, id: foreign.room.org_id, version: 1 }),
  },
  'org.enable': onOrg({ enabled: 1 }),
}
