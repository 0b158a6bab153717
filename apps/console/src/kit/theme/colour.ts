/** A colour of the page's theme (theme.ts) as it stands now, for what is drawn without a style sheet. */
export const colourOf = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim()
