import { join } from 'node:path'

/** Where models of natural voices are, for all enrolments of this PC. */
export const modelsFolder = (dataDir: string): string => join(dataDir, 'models')
