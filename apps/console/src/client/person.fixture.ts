import type { PassportInfo, UserInfo } from '@kaibo/contract/auth/auth.schema.ts'

/** Who is logged in where it does not matter who. */
export const person: UserInfo = {
  uid: 'u1',
  username: 'lin',
  nickname: '林',
  avatar: null,
  is_gs: 0,
}

/** What the server says of the login: of a person who has nothing, but for `more`. */
export const infoOf = (more: Partial<PassportInfo>): PassportInfo => ({
  user: person,
  phone: '',
  org: null,
  groups: [],
  is_gs: 0,
  otp_bound: 0,
  recovery_left: 0,
  must: null,
  preferences: {},
  new_devices: [],
  view_as: null,
  demo: false,
  ...more,
})
