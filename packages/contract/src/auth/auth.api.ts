import { domain, get, post } from '../kernel/endpoint.ts'
import { listOf } from '../kernel/page.ts'
import {
  Actions,
  Device,
  DeviceRef,
  LoginInput,
  Menus,
  OtpConfirm,
  OtpOffer,
  PassportInfo,
  PasswordProof,
  RecoveryCodes,
  SelfEdit,
  Session,
} from './auth.schema.ts'

export const authApi = domain('auth', {
  login: post('/admin/v1/passport/login', {
    input: LoginInput,
    data: Session,
    can: 'public',
    audit: 'auth.login',
    reserved: true,
  }),
  info: post('/admin/v1/passport/info', { data: PassportInfo, can: 'login' }),
  menus: get('/admin/v1/auth/menus', { data: Menus, can: 'login' }),
  actions: get('/admin/v1/auth/actions', { data: Actions, can: 'login' }),
  logout: post('/admin/v1/x/passport/logout', { can: 'login', audit: 'auth.logout' }),
  editSelf: post('/admin/v1/passport/edit/self', {
    input: SelfEdit,
    data: PassportInfo,
    can: 'login',
    audit: 'auth.editSelf',
  }),
  /** Makes up a secret; nothing is bound before a code of it is confirmed. */
  otpBegin: post('/admin/v1/x/passport/otp/begin', {
    input: PasswordProof,
    data: OtpOffer,
    can: 'login',
    audit: 'auth.otpBegin',
  }),
  otpConfirm: post('/admin/v1/x/passport/otp/confirm', {
    input: OtpConfirm,
    data: RecoveryCodes,
    can: 'login',
    audit: 'auth.otpConfirm',
  }),
  /** New recovery codes in the place of the old ones. */
  otpCodes: post('/admin/v1/x/passport/otp/codes', {
    input: PasswordProof,
    data: RecoveryCodes,
    can: 'login',
    audit: 'auth.otpCodes',
  }),
  otpRemove: post('/admin/v1/x/passport/otp/remove', {
    input: PasswordProof,
    can: 'login',
    audit: 'auth.otpRemove',
  }),
  devices: get('/admin/v1/x/passport/devices', { data: listOf(Device), can: 'login' }),
  /** Ends one login of one's own. */
  revoke: post('/admin/v1/x/passport/devices/revoke', {
    input: DeviceRef,
    can: 'login',
    audit: 'auth.revoke',
    changes: ['auth.devices', 'auth.info'],
  }),
  /** “That was me.” */
  knowDevice: post('/admin/v1/x/passport/devices/know', {
    input: DeviceRef,
    can: 'login',
    audit: 'auth.knowDevice',
    changes: ['auth.devices', 'auth.info'],
  }),
})
