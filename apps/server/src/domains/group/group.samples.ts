import { nothing, type DomainSamples } from '@kaibo/testkit/rights.ts'

let groups = 0
const draft = () => ({ name: `分组${++groups}`, scope: 'own', menus: [], actions: [] })

/** Groups belong to no organisation; accounts that see one organisation cannot change groups (group.test.ts). */
export const groupSamples: DomainSamples = {
  rows: 'has none of its own',
  calls: {
    'group.list': nothing,
    'group.all': nothing,
    'group.ghlist': nothing,
    'group.save': { ...nothing, input: draft, code: 1001 },
    // Enabling an enabled one changes nothing.
    'group.enable': { ...nothing, input: () => ({ id: 'studio', enabled: 1 }) },
    'group.view': { ...nothing, input: () => ({ id: 'guild' }) },
    'group.why': { ...nothing, input: () => ({ action: 'room.look' }) },
  },
}
