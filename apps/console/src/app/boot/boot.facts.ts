/** What the build tells the boot script of the console (build/boot.ts). */
export interface BootFacts {
  /** antd's style sheet, which all others stand over. */
  ground: string
  /** What every screen needs, and what each does by its path. */
  always: BootFiles
  screens: Record<string, BootFiles & { list?: BootCall }>
  calls: readonly BootCall[]
}

export interface BootFiles {
  scripts: readonly string[]
  /** In the order in which they stand over each other. */
  sheets: readonly string[]
}

export interface BootCall {
  method: 'GET' | 'POST'
  path: string
  /** Its values where the address says nothing of them. */
  given: readonly (readonly [string, string])[]
  /** What of the address is its own. */
  takes: readonly string[]
}
