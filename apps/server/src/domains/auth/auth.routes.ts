import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { AuthService } from './auth.service.ts'

export const authRoutes = (auth: AuthService): Implementation[] =>
  implement(authApi, {
    login: async ({ input, origin, audit }) => {
      const session = await auth.login(input.username, input.password, origin)
      audit({ actor: session.user, target: session.user.username })
      return session
    },
    info: ({ actor }) => auth.info(actor),
    menus: async ({ actor, origin }) => ({ list: auth.menus(actor, origin.lang) }),
    actions: async ({ actor }) => ({ list: [...actor.actions].sort() }),
    logout: async ({ actor, audit }) => {
      await auth.logout(actor)
      audit({ target: actor.username })
      return null
    },
  })
