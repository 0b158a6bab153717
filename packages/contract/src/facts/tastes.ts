import { enumeration, type ValueOf } from '../kernel/enumeration.ts'

/** How tight the rows of tables are. */
export const densities = enumeration({
  compact: ['compact', '紧凑', 'Compact'],
  middle: ['middle', '适中', 'Medium'],
  large: ['large', '宽松', 'Relaxed'],
})
export type Density = ValueOf<typeof densities>
