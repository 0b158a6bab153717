import { domain, get, post } from '../kernel/endpoint.ts'
import { Actions, LoginInput, Menus, PassportInfo, Session } from './auth.schema.ts'

export const authApi = domain('auth', {
  login: post('/admin/v1/passport/login', {
    input: LoginInput,
    data: Session,
    can: 'public',
    audit: 'auth.login',
  }),
  info: post('/admin/v1/passport/info', { data: PassportInfo, can: 'login' }),
  menus: get('/admin/v1/auth/menus', { data: Menus, can: 'login' }),
  actions: get('/admin/v1/auth/actions', { data: Actions, can: 'login' }),
  logout: post('/admin/v1/x/passport/logout', { can: 'login', audit: 'auth.logout' }),
})
