import type { Density } from '@kaibo/contract/facts/preferences.ts'

/** How high the rows of a table are that do not wrap (look: space). */
export const ROW_PX: Readonly<Record<Density, number>> = { compact: 40, middle: 48, large: 56 }
