import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { AuthService } from './auth.service.ts'
import type { Profile } from './profile.ts'

export const authRoutes = (auth: AuthService, profile: Profile): Implementation[] =>
  implement(authApi, {
    login: async ({ input, origin, audit }) => {
      const session = await auth.login(input, origin)
      audit({ actor: session.user, target: session.user.username })
      return session
    },
    info: ({ actor }) => auth.info(actor),
    menus: async ({ actor, origin }) => ({ list: auth.menus(actor, origin.lang) }),
    actions: async ({ actor }) => ({ list: [...actor.actions].sort() }),
    logout: async ({ actor, audit }) => {
      audit({ target: actor.username })
      await auth.logout(actor)
      return null
    },
    editSelf: async ({ input, actor, origin, audit }) => {
      audit({ target: actor.username })
      await profile.edit(actor, input, origin)
      return auth.infoNow(actor)
    },
    otpBegin: async ({ input, actor, origin, audit }) => {
      audit({ target: actor.username })
      return profile.otpBegin(actor, input.password, origin)
    },
    otpConfirm: async ({ input, actor, origin, audit }) => {
      audit({ target: actor.username })
      return { recovery_codes: await profile.otpConfirm(actor, input.otp, origin) }
    },
    otpCodes: async ({ input, actor, origin, audit }) => {
      audit({ target: actor.username })
      return { recovery_codes: await profile.otpCodes(actor, input.password, origin) }
    },
    otpRemove: async ({ input, actor, origin, audit }) => {
      audit({ target: actor.username })
      await profile.otpRemove(actor, input.password, origin)
      return null
    },
    devices: async ({ actor }) => ({ list: await profile.devices(actor) }),
    revoke: async ({ input, actor, audit }) => {
      audit({ target: input.id })
      await profile.revoke(actor, input.id)
      return null
    },
    knowDevice: async ({ input, actor, audit }) => {
      audit({ target: input.id })
      await profile.know(actor, input.id)
      return null
    },
  })
