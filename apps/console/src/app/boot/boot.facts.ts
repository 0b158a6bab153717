/** Data that the build writes into the boot script (build/boot.ts). */
export interface BootFacts {
  /** antd's style sheet, which all others override. */
  ground: string
  /** What every screen needs, and what each does by its path. */
  always: BootFiles
  screens: Record<string, BootFiles & { list?: BootCall }>
  calls: readonly BootCall[]
}

export interface BootFiles {
  scripts: readonly string[]
  /** In cascade order. */
  sheets: readonly string[]
}

export interface BootCall {
  method: 'GET' | 'POST'
  path: string
  /** Default values of its parameters. */
  given: readonly (readonly [string, string])[]
  /** The names of its parameters in the address. */
  takes: readonly string[]
  /** What its list is called in saved views. */
  list?: string
}
