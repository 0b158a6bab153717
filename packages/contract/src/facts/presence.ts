import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/**
 * Whether a PC is connected, as far as the server knows. `unknown`: it was connected before the server restarted, has not
 * come back yet, and still has time to.
 */
export const PcPresence = enumeration({
  online: ['online', '在线', 'Online'],
  unknown: ['unknown', '未知', 'Unknown'],
  offline: ['offline', '离线', 'Offline'],
})
export type PcPresence = ValueOf<typeof PcPresence>
