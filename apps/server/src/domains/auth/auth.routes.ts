import { deviceName } from '@kaibo/contract/auth/device.rules.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { AuthService } from './auth.service.ts'
import type { Profile } from './profile.ts'
import type { DeviceFacts } from './profile.store.ts'

export const authRoutes = (auth: AuthService, profile: Profile): Implementation[] =>
  implement(authApi, {
    login: async ({ input, origin, audit }) => {
      const session = await auth.login(input, origin)
      audit({ actor: session.user, ...ofPerson(session.user) })
      return session
    },
    info: ({ actor }) => auth.info(actor),
    menus: async ({ actor, origin }) => ({ list: auth.menus(actor, origin.lang) }),
    actions: async ({ actor }) => ({ list: [...actor.actions].sort() }),
    logout: async ({ actor, audit }) => {
      audit(ofPerson(actor))
      await auth.logout(actor)
      return null
    },
    editSelf: async ({ input, actor, origin, audit }) => {
      audit(ofPerson(actor))
      await profile.edit(actor, input, origin)
      return auth.infoNow(actor)
    },
    otpBegin: async ({ input, actor, origin, audit }) => {
      audit(ofPerson(actor))
      return profile.otpBegin(actor, input.password, origin)
    },
    otpConfirm: async ({ input, actor, origin, audit }) => {
      audit(ofPerson(actor))
      return { recovery_codes: await profile.otpConfirm(actor, input.otp, origin) }
    },
    otpCodes: async ({ input, actor, origin, audit }) => {
      audit(ofPerson(actor))
      return { recovery_codes: await profile.otpCodes(actor, input.password, origin) }
    },
    otpRemove: async ({ input, actor, origin, audit }) => {
      audit(ofPerson(actor))
      await profile.otpRemove(actor, input.password, origin)
      return null
    },
    devices: async ({ actor }) => ({ list: await profile.devices(actor) }),
    revoke: async ({ input, actor, audit }) => {
      audit(ofDevice(await profile.revoke(actor, input.id)))
      return null
    },
    knowDevice: async ({ input, actor, audit }) => {
      audit(ofDevice(await profile.know(actor, input.id)))
      return null
    },
  })

const ofPerson = ({ uid, username }: { uid: string; username: string }) => ({
  target: username,
  target_id: uid,
})

const ofDevice = ({ id, user_agent, ip }: DeviceFacts) => ({
  target: `${deviceName(user_agent)} · ${ip}`,
  target_id: id,
})
