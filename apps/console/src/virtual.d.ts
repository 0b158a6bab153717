/** Made by the build (build/antd-styles.ts): the address of antd's style sheet; empty while developing. */
declare module 'virtual:antd-sheet' {
  export const href: string
}
