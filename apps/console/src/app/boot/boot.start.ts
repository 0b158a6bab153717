import type { BootFacts } from './boot.facts.ts'
import { boot } from './boot.ts'

/** Written in by the build. */
declare const BOOT_FACTS: BootFacts

boot(BOOT_FACTS)
