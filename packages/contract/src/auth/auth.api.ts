import { words } from '../kernel/words.ts'
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
    audit: words('登录', 'Logged in'),
    reserved: true,
  }),
  info: post('/admin/v1/passport/info', { data: PassportInfo, can: 'login' }),
  menus: get('/admin/v1/auth/menus', { data: Menus, can: 'login' }),
  actions: get('/admin/v1/auth/actions', { data: Actions, can: 'login' }),
  logout: post('/admin/v1/x/passport/logout', {
    can: 'login',
    audit: words('退出登录', 'Logged out'),
  }),
  editSelf: post('/admin/v1/passport/edit/self', {
    input: SelfEdit,
    data: PassportInfo,
    can: 'login',
    audit: words('修改个人资料', 'Edited own profile'),
  }),
  /** Makes up a secret; nothing is bound before a code of it is confirmed. */
  otpBegin: post('/admin/v1/x/passport/otp/begin', {
    input: PasswordProof,
    data: OtpOffer,
    can: 'login',
    audit: words('申请绑定动态验证码', 'Began to set up a second factor'),
  }),
  otpConfirm: post('/admin/v1/x/passport/otp/confirm', {
    input: OtpConfirm,
    data: RecoveryCodes,
    can: 'login',
    audit: words('绑定动态验证码', 'Set up a second factor'),
  }),
  /** New recovery codes in the place of the old ones. */
  otpCodes: post('/admin/v1/x/passport/otp/codes', {
    input: PasswordProof,
    data: RecoveryCodes,
    can: 'login',
    audit: words('更换恢复码', 'Renewed recovery codes'),
  }),
  otpRemove: post('/admin/v1/x/passport/otp/remove', {
    input: PasswordProof,
    can: 'login',
    audit: words('解除动态验证码', 'Removed own second factor'),
  }),
  devices: get('/admin/v1/x/passport/devices', { data: listOf(Device), can: 'login' }),
  /** Ends one of the caller's own logins. */
  revoke: post('/admin/v1/x/passport/devices/revoke', {
    input: DeviceRef,
    can: 'login',
    audit: words('下线一台设备', 'Logged a device out'),
    changes: ['auth.devices', 'auth.info'],
  }),
  /** The caller confirms that a login from a new device was theirs. */
  knowDevice: post('/admin/v1/x/passport/devices/know', {
    input: DeviceRef,
    can: 'login',
    audit: words('确认新设备', 'Confirmed a new device'),
    changes: ['auth.devices', 'auth.info'],
  }),
})
