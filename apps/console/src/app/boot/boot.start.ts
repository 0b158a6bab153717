import type { BootFacts } from './boot.facts.ts'
import { boot } from './boot.ts'

/** Replaced by the build. */
declare const BOOT_FACTS: BootFacts

boot(BOOT_FACTS)
