/* The tokens of the product's looks, once: antd, the style sheets (through the build) and the charts all read them here. */

const fontFamily =
  '"PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif'
const monoFamily = 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace'

export const measures = {
  fontFamily,
  monoFamily,
  fontSize: 14,
  metaSize: 12,
  lineHeight: 1.6,
  radius: 6,
  cardRadius: 8,
  headerHeight: 48,
  gutter: 24,
  gutterPhone: 12,
  /* Break points: below each. The style sheets have the same numbers, as a test of this folder sees to. */
  /** The sider is a drawer. */
  /** From here on three columns stand beside each other. */
  wide: 1280,
  phone: 768,
  /** There is no room for a table: rows become cards. */
  narrow: 640,
  /** There is no room for two columns. */
  tight: 480,
} as const

export interface Palette {
  surface: string
  panel: string
  /** Things that float. */
  raised: string
  text: string
  textSoft: string
  textFaint: string
  line: string
  /** Around what can be typed into or pressed: 3:1 against its ground. */
  lineStrong: string
  hover: string
  brand: string
  onBrand: string
  brandSoft: string
  onAir: string
  starting: string
  attention: string
  failed: string
  healthy: string
  idle: string
  shadow: string
}

export type ThemeName = 'light' | 'dark'

export const palettes: Record<ThemeName, Palette> = {
  light: {
    surface: '#f6f7f9',
    panel: '#ffffff',
    raised: '#ffffff',
    text: '#1b2330',
    textSoft: '#4a5568',
    textFaint: '#667085',
    line: 'rgb(27 35 48 / 8%)',
    lineStrong: '#8a94a6',
    hover: 'rgb(27 35 48 / 4%)',
    brand: '#3b5bdb',
    onBrand: '#ffffff',
    brandSoft: '#edf0fd',
    onAir: '#e03131',
    starting: '#9a5900',
    attention: '#c2410c',
    failed: '#c92a2a',
    healthy: '#1f7a3d',
    idle: '#667085',
    shadow: '0 8px 28px rgb(15 18 22 / 16%)',
  },
  dark: {
    surface: '#0f1216',
    panel: '#171b21',
    raised: '#1f252d',
    text: '#e6e9ee',
    textSoft: '#b3bac5',
    textFaint: '#8d96a5',
    line: 'rgb(230 233 238 / 8%)',
    lineStrong: '#667085',
    hover: 'rgb(230 233 238 / 5%)',
    brand: '#748ffc',
    onBrand: '#0f1216',
    brandSoft: '#20273f',
    onAir: '#ff6b6b',
    starting: '#e0a33c',
    attention: '#ff8f4a',
    failed: '#ff8787',
    healthy: '#51cf66',
    idle: '#8d96a5',
    shadow: '0 8px 28px rgb(0 0 0 / 56%)',
  },
}

/** Over pictures, in either theme: labels that are read at any picture. */
export const labels = {
  veil: 'rgb(15 18 22 / 72%)',
  white: '#ffffff',
  solidOnAir: palettes.light.failed,
  solidStarting: palettes.light.starting,
  solidAttention: palettes.light.attention,
} as const

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const declarations = (tokens: object) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${kebab(name)}: ${lengthOf(name, value as string | number)};`)
    .join(' ')

const lengthOf = (name: string, value: string | number) =>
  typeof value === 'number' && name !== 'lineHeight' ? `${value}px` : value

/** The style sheet of the tokens: `--text`, `--on-air`, … `<html data-theme>` is set before the first paint by theme.js. */
export const tokensCss = (): string =>
  [
    `:root { color-scheme: light; ${[measures, labels, palettes.light].map(declarations).join(' ')} }`,
    `:root[data-theme='dark'] { color-scheme: dark; ${declarations(palettes.dark)} }`,
  ].join('\n')
