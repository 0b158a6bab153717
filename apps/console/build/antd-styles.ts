import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { antdSheet, DRAWN } from './antd-sheet.ts'
import { patch } from './patch.ts'

const ID = 'virtual:antd-sheet'
/** Brought along by what is used, and never shown. */
const UNSEEN = new Set(['menu', 'notification', 'theme'])

/**
 * antd's styles as a file of the build: in the browser antd then makes none (`theme.zeroRuntime`). While developing it makes
 * them as ever, and the address is empty.
 */
export function antdStyles(): Plugin[] {
  let isBuild = false
  return [
    {
      name: 'antd-styles',
      configResolved: ({ command }) => void (isBuild = command === 'build'),
      resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
      load(id) {
        if (id !== `\0${ID}`) return undefined
        if (!isBuild) return `export const href = ''`
        const source = antdSheet()
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        const fileName = `assets/antd-${hash}.css`
        this.emitFile({ type: 'asset', fileName, source })
        return `export const href = ${JSON.stringify(`/${fileName}`)}`
      },
      generateBundle(_, bundle) {
        const modules = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? file.moduleIds : [],
        )
        const used = new Set(
          modules.map((id) => /\/antd\/es\/([\w-]+)\/style\//.exec(id)?.[1]).filter(isText),
        )
        const missing = [...used].filter((name) => !(name in DRAWN) && !UNSEEN.has(name))
        const idle = Object.keys(DRAWN).filter((name) => !used.has(name))
        if (missing.length > 0)
          this.error(`build/antd-sheet.ts does not draw antd's ${missing.join()}`)
        if (idle.length > 0)
          this.error(`build/antd-sheet.ts draws antd's ${idle.join()}, used by nothing`)
      },
    },
    // The values of the theme are in the sheet too, and are made in any case otherwise.
    patch('antd-values-of-themes', {
      id: /@ant-design\/cssinjs\/es\/hooks\/useCacheToken\.js$/,
      code: 'if (!cssVarsStr) {',
      by: 'if (true) {',
    }),
  ]
}

const isText = (value: string | undefined): value is string => value !== undefined
