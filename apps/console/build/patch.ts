import type { Plugin } from 'vite'

interface Patch {
  id: RegExp
  code: string
  by: string
}

/** Changes a package's code in the build. A new version whose code no longer fits fails the build. */
export function patch(name: string, { id: filter, code: wanted, by }: Patch): Plugin {
  return {
    name,
    apply: 'build',
    transform: {
      filter: { id: filter },
      handler(code, id) {
        if (!code.includes(wanted)) throw new Error(`${id} no longer has ${wanted}`)
        return { code: code.replace(wanted, by), map: null }
      },
    },
  }
}
