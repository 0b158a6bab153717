import type { Config } from './config.ts'

/** What `main.js <name>` does instead of serving; answers the exit code. */
export type Command = (config: Config, print: (line: string) => void) => Promise<number>

export const commands: Readonly<Record<string, Command>> = {}
