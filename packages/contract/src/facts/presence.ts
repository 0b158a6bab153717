import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/**
 * Whether a PC is there, as far as the server knows. `unknown`: it was there when the server began and has not been heard
 * since; until all PCs had time to come back, such a one is neither there nor gone.
 */
export const PcPresence = enumeration({
  online: ['online', '在线', 'Online'],
  unknown: ['unknown', '未知', 'Unknown'],
  offline: ['offline', '离线', 'Offline'],
})
export type PcPresence = ValueOf<typeof PcPresence>
